import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { environment, readConfig } from './config.ts';

// The settings that the server reads, those in docs/operate/settings.md, and those in .env.example.

type Row = { name: string; purpose: string; standard: string; accepts: string; example: string };

const guide = readFileSync(new URL('../../docs/operate/settings.md', import.meta.url), 'utf8');
const template = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');

const shape: Record<string, z.core.$ZodType> = environment.shape;
const isForbidden = (schema: z.core.$ZodType) => {
  const { def } = schema._zod;
  return def.type === 'optional' && (def as z.core.$ZodOptionalDef).innerType._zod.def.type === 'never';
};
/** Without those that were settings once and are now refused. */
const names = Object.keys(shape).filter((name) => shape[name] && !isForbidden(shape[name]));

const rows: Row[] = [...guide.matchAll(/^\| `([A-Z_]+)` \| (.+) \| (.+) \| (.+) \| `(.+)` \|$/gm)].map(
  ([, name = '', purpose = '', standard = '', accepts = '', example = '']) => ({
    name,
    purpose,
    standard,
    accepts,
    example,
  }),
);

/** Each setting of .env.example, with its value and the comment above it. */
const templates = template.split('\n\n').flatMap((block) => {
  const comment = block.replaceAll(/^#[A-Z].*=.*$/gm, '');
  return [...block.matchAll(/^#([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({
    name,
    value,
    comment,
  }));
});

const accepts = (name: string, value: string) => {
  const schema = shape[name];
  return schema !== undefined && z.safeParse(schema, value).success;
};

/** What the schema gives for an unset variable; undefined for one that is then computed or absent. */
function standardOf(name: string): string | undefined {
  const schema = shape[name];
  const value = schema && z.safeParse(schema, undefined).data;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Defaults that depend on other settings. */
const computed = ['PUBLIC_URL', 'MAIL_FROM', 'OPERATOR_NAME', 'OPERATOR_EMAIL'];

const inBackticks = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

function choicesOf(name: string): string[] {
  const message = z.safeParse(shape[name] ?? z.never(), '\0').error?.issues[0];
  return message?.code === 'invalid_value' ? message.values.map(String) : [];
}

test('the guide and .env.example list exactly the settings that the server reads', () => {
  expect(names.length).toBeGreaterThan(30);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  expect(templates.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

describe.each(rows)('the guide about $name', ({ name, standard, accepts: accepted, example }) => {
  test('names its default', () => {
    const value = standardOf(name);
    const isValue = /^`[^`]+`$/.test(standard);
    expect(standard).toBe(value === undefined ? standard : `\`${value}\``);
    expect(isValue).toBe(value !== undefined || computed.includes(name));
  });

  test('has an example that is accepted, and differs from the default', () => {
    expect(accepts(name, example)).toBe(true);
    expect(example).not.toBe(standardOf(name));
  });

  test('names every choice', () => {
    for (const choice of choicesOf(name)) expect(inBackticks(accepted)).toContain(choice);
    for (const word of inBackticks(accepted.split(';')[0] ?? ''))
      if (choicesOf(name).length > 0) expect(choicesOf(name)).toContain(word);
  });

  test('names its bounds', () => {
    const range = /(\d+) to (\d+)/.exec(accepted);
    const isNumber = ['7', '400'].some((number) => accepts(name, number)) && !accepts(name, 'x');
    expect(range !== null, 'a range for each number, and only for numbers').toBe(isNumber);
    if (range) {
      const [least, most] = [Number(range[1]), Number(range[2])];
      expect([least - 1, least, most, most + 1].map((number) => accepts(name, String(number)))).toEqual([
        false,
        true,
        true,
        false,
      ]);
    }
    const length = /at (least|most) (\d+) /.exec(accepted);
    const letters = (count: number) => accepts(name, 'x'.repeat(count));
    expect(length?.[1] === 'most', 'a longest text').toBe(letters(1) && !letters(1000));
    expect(length?.[1] === 'least', 'a shortest text').toBe(!letters(1) && letters(1000));
    const limit = Number(length?.[2] ?? 0);
    if (length?.[1] === 'most') expect([letters(limit), letters(limit + 1)]).toEqual([true, false]);
    if (length?.[1] === 'least') expect([letters(limit - 1), letters(limit)]).toEqual([false, true]);
  });
});

test('computed defaults in the guide are those of the server', () => {
  const config = readConfig({ DATA_DIR: '/nowhere', SECRET_KEY: 'x'.repeat(32), PUBLIC_URL: 'https://a.example' });
  const local = readConfig({ DATA_DIR: '/nowhere', SECRET_KEY: 'x'.repeat(32) });
  const said = (name: string) =>
    inBackticks(rows.find((row) => row.name === name)?.standard ?? '')[0]
      ?.replace('HOST:PORT', `${local.host}:${String(local.port)}`)
      .replace('DOMAIN', 'a.example');
  expect(said('PUBLIC_URL')).toBe(local.publicUrl);
  expect(said('MAIL_FROM')).toBe(config.mailFrom);
  expect(said('OPERATOR_NAME')).toBe(config.operator.name);
  expect(said('OPERATOR_EMAIL')).toBe(config.operator.email);
  expect(said('DEMO')).toBe(local.demo ? '1' : '0');
});

describe.each(templates)('.env.example about $name', ({ name, value, comment }) => {
  test('shows an accepted value, and the default', () => {
    expect(value === '' || accepts(name, value)).toBe(true);
    const standard = standardOf(name) ?? value;
    expect(standard === value || comment.includes(`Default: ${standard}`)).toBe(true);
  });

  test('has the bounds of the guide', () => {
    const days = /\d+ to \d+$/.exec(rows.find((row) => row.name === name)?.accepts ?? '')?.[0] ?? '';
    expect(comment).toContain(days);
  });
});
