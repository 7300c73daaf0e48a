import * as z from 'zod/mini';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { textByName } from './docs.values.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Zod leaves out the examples of an input that it transforms, such as by trimming a text. */
export function keepExamples({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const examples = z.globalRegistry.get(zodSchema)?.['examples'];
  if (Array.isArray(examples)) jsonSchema.examples = examples;
}

export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: keepExamples });
  return shape;
}

/** Whether a JSON Schema describes something; `true` and `false` are schemas, too. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function exampleText({ format }: JsonSchema, name: string): string {
  return format === 'date-time' ? '2026-11-22T09:30:00.000Z' : textByName(name);
}

function exampleFieldsOf({ properties = {}, additionalProperties }: JsonSchema): Record<string, unknown> {
  const own = Object.entries(properties).map(([name, value]) => [name, isSchema(value) && exampleOf(value, name)]);
  const others = isSchema(additionalProperties) ? { text: exampleOf(additionalProperties, 'text') } : {};
  return { ...Object.fromEntries(own), ...others };
}

/** An example of what the schema describes, with the values of `docs.values.ts`. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  const given = schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0];
  if (given !== undefined) return given;
  const alternative = (schema.anyOf ?? schema.oneOf ?? []).find(isSchema);
  if (alternative) return exampleOf(alternative, name);
  const [type] = [schema.type].flat();
  if (type === 'object') return exampleFieldsOf(schema);
  if (type === 'array') return isSchema(schema.items) ? [exampleOf(schema.items, name)] : [];
  if (type === 'integer') return name === 'user_status' ? 100 : Math.max(2, schema.minimum ?? 0);
  if (type === 'number') return 0.5;
  if (type === 'boolean') return true;
  return type === 'string' ? exampleText(schema, name) : null;
}

function exampleFields(schema: z.ZodMiniType | undefined): Record<string, unknown> {
  const example = schema && exampleOf(jsonSchemaOf(schema, 'input'));
  return isSchema(example) ? { ...example } : {};
}

function requiredQuery(schema: z.ZodMiniType | undefined): string {
  const required = schema ? (jsonSchemaOf(schema, 'input').required ?? []) : [];
  const example = exampleFields(schema);
  const query = new URLSearchParams(required.map((name) => [name, String(example[name])])).toString();
  return query && `?${query}`;
}

function bodyLines({ body, takes }: Endpoint): string[] {
  if (takes) return [`-H 'Content-Type: ${takes[0] ?? ''}'`, '--data-binary @picture'];
  if (!body) return [];
  const example = JSON.stringify(exampleOf(jsonSchemaOf(body, 'input')), null, 2);
  return [`-H 'Content-Type: application/json'`, `-d '${example.replaceAll("'", String.raw`'\''`)}'`];
}

/** The call as a command for a shell; `$TOKEN` is a session or the API key of a shop. */
export function curlOf(endpoint: Endpoint, publicUrl: string): string {
  const params = exampleFields(endpoint.params);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const isOpen = endpoint.access.includes('anonymous');
  return [
    `curl ${endpoint.method === 'GET' ? '' : `-X ${endpoint.method} `}'${publicUrl}/api/v1${path}${requiredQuery(endpoint.query)}'`,
    ...(isOpen ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...bodyLines(endpoint),
  ].join(' \\\n  ');
}

/** The body of a response; undefined if it is a file. */
export function responseExample({ reply, meta, gives }: Endpoint): string | undefined {
  if (gives) return undefined;
  const data = exampleOf(jsonSchemaOf(reply, 'output'));
  const about = meta && exampleOf(jsonSchemaOf(meta, 'output'));
  return JSON.stringify(about === undefined ? { data } : { data, meta: about }, null, 2);
}
