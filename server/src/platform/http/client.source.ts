import { endpoints, namedSchemas } from '@vitrine/contract/endpoints.ts';
import { isSchema, type JsonSchema } from './docs.examples.ts';
import { openApiDocument } from './openapi.ts';

// The generated sources of the client package, from the OpenAPI document: the types and methods of every call that a
// shop's key may make, and the types of the events that are sent to a brand. Calls whose response is a file are left out.

type Content = Record<string, { schema: JsonSchema }>;
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema };
type Operation = {
  operationId: string;
  summary: string;
  'x-policy': { principals: readonly string[] };
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { requestBody: { content: Content } } }>;
  components: { schemas: Record<string, JsonSchema> };
};

const json = 'application/json';

function objectType({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const fields = Object.entries(properties).map(([name, value]) => {
    const type = isSchema(value) ? typeOf(value, `${indent}  `) : 'unknown';
    const field = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${indent}  ${field}${required.includes(name) ? `: ${type}` : `?: ${type} | undefined`};\n`;
  });
  if (fields.length > 0) return `{\n${fields.join('')}${indent}}`;
  return isSchema(additionalProperties)
    ? `Record<string, ${typeOf(additionalProperties, indent)}>`
    : 'Record<string, unknown>';
}

function simpleType(type: string | undefined, schema: JsonSchema, indent: string): string {
  if (type === 'object') return objectType(schema, indent);
  if (type === 'array') return `Array<${isSchema(schema.items) ? typeOf(schema.items, indent) : 'unknown'}>`;
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' || type === 'boolean' || type === 'null' ? type : 'unknown';
}

/** A JSON Schema as a TypeScript type. What a type can't say, such as the length of a text, is left out. */
function typeOf(schema: JsonSchema, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []).filter(isSchema);
  if (alternatives.length > 0) return [...new Set(alternatives.map((each) => typeOf(each, indent)))].join(' | ');
  return [schema.type]
    .flat()
    .map((type) => simpleType(typeof type === 'string' ? type : undefined, schema, indent))
    .join(' | ');
}

/** The types of the responses of a call; undefined if it returns a file. */
function replyOf({ responses }: Operation): string | undefined {
  const contents = Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') && content ? [content] : [],
  );
  const schemas = contents.flatMap((content) => (content[json] ? [content[json].schema] : []));
  return schemas.length === contents.length ? schemas.map((schema) => typeOf(schema, '  ')).join(' | ') : undefined;
}

function inputOf({ parameters, requestBody }: Operation): { type: string; isOptional: boolean } {
  const named = parameters.filter((each): each is Parameter => 'name' in each);
  const body = requestBody?.content[json]?.schema;
  const properties = Object.fromEntries(named.map(({ name, schema }) => [name, schema]));
  const required = named.filter((each) => each.required).map(({ name }) => name);
  const shape: JsonSchema = {
    type: 'object',
    properties: { ...properties, ...(body ? { body } : {}) },
    required: [...required, ...(body ? ['body'] : [])],
  };
  return { type: typeOf(shape, '  '), isOptional: shape.required?.length === 0 };
}

/** The contract names a call by what the server does. For a shop, receiveOrder is reportOrder. */
function methodName({ operationId }: Operation): string {
  return operationId.replace(/^receive/, 'report');
}

function methodOf(path: string, verb: string, operation: Operation): string | undefined {
  const reply = replyOf(operation);
  if (reply === undefined) return undefined;
  const { type, isOptional } = inputOf(operation);
  const query = operation.parameters.flatMap((each) => ('in' in each && each.in === 'query' ? [each.name] : []));
  const call = { method: verb.toUpperCase(), path: path.replace('/api/v1', ''), query };
  return `  /** ${operation.summary.replaceAll('*/', '* /')}. */
  ${methodName(operation)}(input: ${type}${isOptional ? ' = {}' : ''}, options?: CallOptions): Promise<${reply}> {
    return this.request(${JSON.stringify(call)}, input, options);
  }
`;
}

/** The types that a text of source names; words in its comments are none. */
function namesIn(text: string, types: ReadonlyMap<string, string>): string[] {
  const names = text.replaceAll(/\/\*\*.*?\*\//gs, '').match(/\b[A-Z]\w+/g) ?? [];
  return [...new Set(names)].filter((name) => types.has(name));
}

/** The types that these texts name, and those that they name in turn. */
function neededTypes(texts: readonly string[], types: ReadonlyMap<string, string>): string[] {
  const needed = new Set<string>();
  const visit = (text: string) => {
    for (const name of namesIn(text, types)) {
      if (needed.has(name)) continue;
      needed.add(name);
      visit(types.get(name) ?? '');
    }
  };
  texts.forEach(visit);
  return [...types.keys()].filter((name) => needed.has(name));
}

const header = "// Generated by `npm run gen` from the contract. Don't edit it.\n";

function declared(names: readonly string[], types: ReadonlyMap<string, string>): string {
  return names.map((name) => `export type ${name} = ${types.get(name)};\n`).join('\n');
}

function imported(names: readonly string[]): string {
  return `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from './types.ts';\n`;
}

/** The files of the client by name. */
export function clientSources(): Record<'types.ts' | 'events.ts' | 'calls.ts', string> {
  // The compiler can't know the document's type.
  const { paths, webhooks, components } = openApiDocument(endpoints, namedSchemas, '') as unknown as Document;
  const types = new Map(Object.entries(components.schemas).map(([name, schema]) => [name, typeOf(schema)]));
  const bodies = Object.values(webhooks).map(({ post }) => typeOf(post.requestBody.content[json]?.schema ?? {}));
  types.set('WebhookEvent', bodies.join(' | '));
  const methods = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([, operation]) => operation['x-policy'].principals.includes('shop'))
      .flatMap(([verb, operation]) => methodOf(path, verb, operation) ?? []),
  );
  const ofCalls = neededTypes([...methods, 'Problem'], types);
  const ofEvents = neededTypes(['WebhookEvent'], types).filter((name) => !ofCalls.includes(name));
  const events = declared(ofEvents, types);
  const sharedWithCalls = namesIn(events, types).filter((name) => ofCalls.includes(name));
  return {
    'types.ts': `${header}\n${declared(ofCalls, types)}`,
    'events.ts': `${header}${imported(sharedWithCalls.toSorted())}\n${events}`,
    'calls.ts': `${header}import type { CallOptions, ShopRequest } from './request.ts';
${imported(namesIn(methods.join('\n'), types).toSorted())}
/** Every call that a shop's key may make, by its name in the OpenAPI document. */
export abstract class ShopCalls {
  protected abstract request<Reply>(call: ShopRequest, input: object, options: CallOptions | undefined): Promise<Reply>;

${methods.join('\n')}}
`,
  };
}
