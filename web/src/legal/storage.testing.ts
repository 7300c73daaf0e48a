import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';

// Finds where a source uses the browser's storage and cookies, by its syntax.

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const storeNames = new Set(['localStorage', 'sessionStorage', 'indexedDB', 'cookieStore']);
const cookieAttribute = /;\s*(?:Path|Max-Age|Expires|Domain)=/;

export type StoringSource = {
  path: string;
  /** Each use of the browser's storage. */
  stores: string[];
  /** The entries that it reads or writes by a literal name. */
  keys: string[];
  /** The names of the cookies that it sets; constants are resolved. */
  cookies: string[];
  setsCookie: boolean;
  calls: Set<string>;
  constants: Map<string, string>;
};

/** The sources of a folder, without tests. */
export function storingSources(folder: string): StoringSource[] {
  return readdirSync(`${repository}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|m?js)$/.test(path) && !/\.(test|testing|d)\.tsx?$/.test(path))
    .map((path) => parse(`${folder}/${path}`));
}

function parse(path: string): StoringSource {
  const source: StoringSource = {
    path,
    stores: [],
    keys: [],
    cookies: [],
    setsCookie: false,
    calls: new Set(),
    constants: new Map(),
  };
  new Visitor({
    Identifier({ name }) {
      if (storeNames.has(name)) source.stores.push(name);
    },
    MemberExpression({ object, property }) {
      const [of, name] = [object, property].map((node) => (node.type === 'Identifier' ? node.name : ''));
      if (of === 'caches' || (of === 'document' && name === 'cookie')) source.stores.push(of);
    },
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier') source.calls.add(callee.name);
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (callee.property.name === 'setCookie') source.setsCookie = true;
      const isStore = callee.object.type === 'Identifier' && storeNames.has(callee.object.name);
      if (isStore && first?.type === 'Literal') source.keys.push(String(first.value));
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init?.type === 'Literal') source.constants.set(id.name, String(init.value));
    },
    Literal({ value }) {
      if (typeof value !== 'string') return;
      if (value.toLowerCase() === 'set-cookie') source.setsCookie = true;
      if (cookieAttribute.test(value)) source.cookies.push(value.split('=', 1)[0] ?? '');
    },
    TemplateLiteral({ quasis, expressions: [first] }) {
      const [start = '', ...rest] = quasis.map((part) => part.value.raw);
      if (![start, ...rest].some((text) => cookieAttribute.test(text))) return;
      const isNamedByConstant = start === '' && first?.type === 'Identifier';
      source.cookies.push(isNamedByConstant ? first.name : (start.split('=', 1)[0] ?? ''));
    },
  }).visit(parseSync(path, readFileSync(`${repository}${path}`, 'utf8')).program);
  return source;
}
