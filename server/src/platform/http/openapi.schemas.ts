import * as z from 'zod/mini';
import { isSchema, type JsonSchema, keepExamples } from './docs.examples.ts';

type Direction = 'input' | 'output';
type Definitions = Record<string, JsonSchema>;

const zodPrefix = '#/$defs/';
const componentPrefix = '#/components/schemas/';
/** A reference until the whole document is known, like `input:OrderBody`. */
const draft = /^(input|output):(.+)$/;

/** The name of a schema in the document: `orderBody` is OrderBody. */
function documentName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A copy of a JSON value in which every reference is what `rename` makes of it. */
function withReferences<Value>(value: Value, rename: (reference: string) => string): Value {
  return JSON.parse(JSON.stringify(value), (key, part: unknown) =>
    key === '$ref' && typeof part === 'string' ? rename(part) : part,
  ) as Value;
}

function referencesIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].flatMap(([, name]) => name ?? []);
}

/**
 * The names whose schema isn't the same in a request and in a response: those with defaults, and those that contain
 * such a schema.
 */
function differingNames(input: Definitions, output: Definitions): Set<string> {
  const names = Object.keys(input).filter((name) => name in output);
  const differing = new Set(names.filter((name) => JSON.stringify(input[name]) !== JSON.stringify(output[name])));
  for (let size = -1; size !== differing.size; ) {
    size = differing.size;
    for (const name of names)
      if (referencesIn(input[name]).some((part) => differing.has(part.slice(zodPrefix.length)))) differing.add(name);
  }
  return differing;
}

export type DocumentSchemas = {
  /** The schema as JSON; whatever has a name in it is a reference. */
  of(schema: z.ZodMiniType, direction: Direction): JsonSchema;
  /** The same, but an object's own fields are there even if it has a name. */
  fieldsOf(schema: z.ZodMiniType, direction: Direction): JsonSchema;
  /** The part of the document with its references, and what they refer to. */
  complete<Part>(part: Part): { part: Part; components: Definitions };
};

/** Converts the schemas of a document. A name has one meaning: where a request differs, it is called `…Input`. */
export function documentSchemas(named: ReadonlyMap<string, z.ZodMiniType>): DocumentSchemas {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of named) if (!registry.has(schema)) registry.add(schema, { id: documentName(name) });
  const read = (schema: z.ZodMiniType, io: Direction) => {
    // In a list, so that a named schema is a reference, too.
    const about = { io, metadata: registry, unrepresentable: 'any', override: keepExamples } as const;
    const shape = z.toJSONSchema(z.array(schema), about);
    return { schema: isSchema(shape.items) ? shape.items : {}, definitions: (shape.$defs ?? {}) as Definitions };
  };
  const all: Record<Direction, Definitions> = { input: {}, output: {} };
  for (const schema of named.values())
    for (const io of ['input', 'output'] as const) Object.assign(all[io], read(schema, io).definitions);
  const drafted = <Value>(value: Value, io: Direction) =>
    withReferences(value, (reference) => `${io}:${reference.slice(zodPrefix.length)}`);
  const definitionOf = (reference: string) => {
    const [, io, name = ''] = draft.exec(reference) ?? [];
    return io === 'input' || io === 'output' ? drafted(all[io][name] ?? {}, io) : {};
  };
  const of = (schema: z.ZodMiniType, io: Direction) => drafted(read(schema, io).schema, io);
  return {
    of,
    fieldsOf: (schema, io) => {
      const shape = of(schema, io);
      return shape.$ref ? definitionOf(shape.$ref) : shape;
    },
    complete: (part) => {
      const used = new Set(referencesIn(part).filter((reference) => draft.test(reference)));
      // A set also visits what is added on the way.
      for (const reference of used) for (const inner of referencesIn(definitionOf(reference))) used.add(inner);
      const differing = differingNames(all.input, all.output);
      const nameOf = (reference: string) => {
        const [, io, name = ''] = draft.exec(reference) ?? [];
        return io === 'input' && differing.has(name) && used.has(`output:${name}`) ? `${name}Input` : name;
      };
      const rename = (reference: string) =>
        draft.test(reference) ? `${componentPrefix}${nameOf(reference)}` : reference;
      const components = [...used].map(
        (reference) => [nameOf(reference), withReferences(definitionOf(reference), rename)] as const,
      );
      return {
        part: withReferences(part, rename),
        components: Object.fromEntries(components.toSorted(([one], [other]) => one.localeCompare(other, 'en'))),
      };
    },
  };
}
