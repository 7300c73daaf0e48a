import { isSchema, type JsonSchema } from './docs.examples.ts';
import { type Html, html } from './html.ts';

// A JSON Schema as a list of fields. Says what is null or optional; patterns are only in the OpenAPI document.

/** The alternatives of a schema without null, and whether null is one of them. */
function alternativesOf(schema: JsonSchema): { schemas: JsonSchema[]; isNullable: boolean } {
  const all = (schema.anyOf ?? schema.oneOf ?? [schema]).filter(isSchema);
  const schemas = all.filter(({ type }) => type !== 'null');
  return { schemas, isNullable: schemas.length < all.length };
}

/** Whether a moment may have an offset is only in the schema's pattern. */
function momentOf({ pattern = '' }: JsonSchema): string {
  return pattern.includes('[+-]') ? 'moment, in UTC or with an offset' : 'UTC moment';
}

function textLimits(schema: JsonSchema): string {
  const { minLength, maxLength, format } = schema;
  const length = maxLength === undefined ? '' : `${minLength ?? 0} to ${maxLength} characters`;
  return [format === 'date-time' ? momentOf(schema) : (format ?? 'text'), length].filter(Boolean).join(', ');
}

function kindOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.type === 'array') return isSchema(schema.items) ? `list of ${pluralOf(kindOf(schema.items))}` : 'list';
  if (schema.type === 'string') return textLimits(schema);
  if (schema.type === 'integer') return 'whole number';
  const { schemas } = alternativesOf(schema);
  if (schemas[0] && schemas[0] !== schema) return [...new Set(schemas.map(kindOf))].join(' or ');
  return typeof schema.type === 'string' ? schema.type : 'anything';
}

function pluralOf(kind: string): string {
  return kind === 'object' ? 'objects' : kind;
}

/** The fields of an object, of the entries of a list, or of each alternative. */
function nested(schema: JsonSchema): Html[] {
  if (schema.properties) return [fieldList(schema)];
  if (isSchema(schema.items)) return nested(schema.items);
  const { schemas } = alternativesOf(schema);
  return schemas.filter((each) => each !== schema).flatMap(nested);
}

function field(name: string, schema: JsonSchema, isRequired: boolean): Html {
  const notes = [
    kindOf(schema),
    ...(alternativesOf(schema).isNullable ? ['or null'] : []),
    ...(isRequired ? [] : ['optional']),
  ];
  return html`<li><code>${name}</code> <span>${notes.join(', ')}</span>${nested(schema)}</li>`;
}

function fieldList({ properties = {}, required = [] }: JsonSchema): Html {
  return html`<ul class="fields">${Object.entries(properties).map(([name, schema]) =>
    isSchema(schema) ? field(name, schema, required.includes(name)) : false,
  )}</ul>`;
}

/** The fields of a schema under a heading that opens; false if it has none. */
export function fieldsOf(heading: string, schema: JsonSchema | undefined): Html | false {
  const lists = schema ? nested(schema) : [];
  return lists.length > 0 && html`<details><summary>${heading}</summary>${lists}</details>`;
}
