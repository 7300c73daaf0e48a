import { type Chance, pick, pickEarly, seededChance } from '../../world/visitors.ts';
import { inApp, people } from '../hits/agents.testing.ts';
import type { HitRecord } from '../hits/hit.record.ts';

// Histories of clicks to test the flood rule: attacks and honest crowds of many kinds, generated from a seed. Each has
// networks of its own.

export type History = { kind: string; isAttack: boolean; hits: HitRecord[] };

type Visit = { atMs: number; address: string; agent: string; language?: string; link?: number; mark?: string };
type Place = { chance: Chance; network: (host: number) => string; network6: (subnet: number) => string };
type Kind = (place: Place) => Visit[];

const { floor } = Math;
const phones = people.filter((agent) => /Mobile|Android/.test(agent));
const desktops = people.filter((agent) => !/Mobile|Android|TV|PlayStation/.test(agent));
const apps = inApp.map(([, agent]) => agent);
const languages =
  'en-US,en;q=0.9 sv-SE,sv;q=0.9 de-DE,de;q=0.9 fr-FR es-ES,es;q=0.9 en-GB nl-NL pl-PL it-IT pt-BR da'.split(' ');

function times(count: number, gapOf: () => number): number[] {
  let at = 0;
  return Array.from({ length: count }, () => (at += gapOf()));
}

/** People arrive at random: most soon after they see the link, the others later. */
function arrivals(chance: Chance, count: number, withinMs: number): number[] {
  return Array.from({ length: count }, () => chance() ** 1.5 * withinMs).toSorted((one, other) => one - other);
}

/** Gaps of a bot that waits for random times. */
function randomGaps(chance: Chance, meanMs: number) {
  return () => -Math.log(1 - chance()) * meanMs;
}

/** A phone as in real crowds: a few models are very common, and Android in-app browsers have a long tail of models. */
function phone(chance: Chance): string {
  const draw = chance();
  if (draw < 0.2) return pickEarly(chance, phones.slice(0, 8));
  if (draw < 0.35)
    return 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
  if (draw < 0.7) {
    const model = floor(chance() ** 2 * 14);
    const system = ['19_1', '19_0', '18_6', '18_5', '17_7'][floor(chance() ** 2.5 * 5)];
    const app = 402 - floor(chance() ** 3 * 4);
    return `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/23B85 Instagram ${app}.0.0.30.98 (iPhone${17 - model},1; iOS ${system}; en_US; en; scale=3.00)`;
  }
  const model = floor(chance() ** 2 * 160);
  const app = 402 - floor(chance() ** 3 * 4);
  return `Mozilla/5.0 (Linux; Android ${12 + (model % 5)}; SM-A${model}B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Instagram ${app}.0.0.45.99 Android`;
}

function madeUpAgent(chance: Chance): string {
  const part = () => floor(chance() * 9_000);
  return chance() < 0.6
    ? `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${90 + floor(chance() * 52)}.0.${part()}.${part()} Safari/537.36`
    : `Mozilla/5.0 (Linux; Android ${9 + floor(chance() * 7)}; SM-${part()}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${90 + floor(chance() * 52)}.0.${part()}.${part()} Mobile Safari/537.36`;
}

function local(chance: Chance): string {
  return chance() < 0.85 ? (languages[1] ?? '') : pick(chance, languages);
}

function between(chance: Chance, least: number, most: number): number {
  return floor(least + chance() * (most - least));
}

function markId(chance: Chance): string {
  return Buffer.from(Array.from({ length: 16 }, () => floor(chance() * 256))).toString('base64url');
}

const attacks: Record<string, Kind> = {
  'a burst with a new agent for each request': ({ chance, network }) =>
    times(between(chance, 300, 1_000), () => 1).map((atMs) => ({
      atMs,
      address: network(7),
      agent: madeUpAgent(chance),
      language: languages[0] ?? '',
    })),
  'one agent with a made-up cookie for each request': ({ chance, network }) =>
    times(400, () => 1).map((atMs) => ({
      atMs,
      address: network(7),
      agent: phones[0] ?? '',
      language: 'en',
      mark: `-${markId(chance)}`,
    })),
  'a drip of made-up agents': ({ chance, network }) =>
    times(500, randomGaps(chance, 1_800)).map((atMs) => ({
      atMs,
      address: network(9),
      agent: madeUpAgent(chance),
      language: languages[0] ?? '',
    })),
  'real agents, paced by a timer': ({ chance, network }) =>
    times(500, () => 1_400 + chance() * 250).map((atMs) => ({
      atMs,
      address: network(9),
      agent: pick(chance, phones),
      language: pick(chance, languages),
    })),
  'a script that sends no language': ({ chance, network }) =>
    times(400, randomGaps(chance, 700)).map((atMs) => ({
      atMs,
      address: network(3),
      agent: pick(chance, [...phones, ...desktops]),
    })),
  'one browser that follows 200 links in a minute': ({ chance, network }) => {
    const [agent, mark] = [pick(chance, phones), `+${markId(chance)}`];
    return times(200, randomGaps(chance, 300)).map((atMs, link) => ({
      atMs,
      address: network(3),
      agent,
      language: 'en',
      mark,
      link,
    }));
  },
  'a crawler without cookies over all links': ({ chance, network }) =>
    times(280, randomGaps(chance, 400)).map((atMs, link) => ({
      atMs,
      address: network(3),
      agent: desktops[0] ?? '',
      language: 'en',
      link,
    })),
  'a farm of 240 addresses in one network': ({ chance, network }) =>
    times(700, randomGaps(chance, 500)).map((atMs) => ({
      atMs,
      address: network(between(chance, 1, 241)),
      agent: madeUpAgent(chance),
      language: pick(chance, languages),
    })),
  'an IPv6 network with an address for each request': ({ chance, network6 }) =>
    times(500, randomGaps(chance, 500)).map((atMs, n) => ({
      atMs,
      address: network6(n),
      agent: madeUpAgent(chance),
      language: pick(chance, languages),
    })),
  'desktop agents from a list': ({ chance, network }) =>
    times(500, randomGaps(chance, 900)).map((atMs) => ({
      atMs,
      address: network(3),
      agent: pick(chance, desktops),
      language: pick(chance, languages),
    })),
  'many collected marks used at once': ({ chance, network }) =>
    times(400, randomGaps(chance, 12)).map((atMs) => ({
      atMs,
      address: network(3),
      agent: pick(chance, phones),
      language: 'en',
      mark: `+${markId(chance)}`,
    })),
  'a burst with real agents and languages': ({ chance, network }) =>
    times(600, randomGaps(chance, 5)).map((atMs) => ({
      atMs,
      address: network(3),
      agent: pick(chance, people),
      language: pick(chance, languages),
    })),
  'sixteen servers of one data center': ({ chance, network }) =>
    times(800, randomGaps(chance, 200)).map((atMs) => ({
      atMs,
      address: network(between(chance, 1, 17)),
      agent: madeUpAgent(chance),
      language: languages[0] ?? '',
    })),
  'volleys with pauses': ({ chance, network }) =>
    [0, 900_000, 1_800_000].flatMap((from) =>
      times(90, randomGaps(chance, 60)).map((atMs) => ({
        atMs: from + atMs,
        address: network(3),
        agent: madeUpAgent(chance),
        language: 'en',
      })),
    ),
  'a few clicks through each of many home networks': ({ chance, network }) =>
    times(40, randomGaps(chance, 9_000)).map((atMs, n) => ({
      atMs,
      address: network(n),
      agent: phone(chance),
      language: local(chance),
    })),
};

const crowds: Record<string, Kind> = {
  'a viral story behind one carrier address': ({ chance, network }) =>
    arrivals(chance, between(chance, 300, 700), 420_000).map((atMs) => ({
      atMs,
      address: network(1),
      agent: phone(chance),
      language: local(chance),
    })),
  'an office': ({ chance, network }) =>
    arrivals(chance, 30, 600_000).map((atMs) => ({
      atMs,
      address: network(1),
      agent: pickEarly(chance, desktops.slice(0, 6)),
      language: local(chance),
    })),
  'a school of identical computers': ({ chance, network }) =>
    arrivals(chance, 200, 60_000)
      .map((atMs) => ({
        atMs,
        address: network(1),
        agent: desktops[15] ?? '',
        language: 'sv-SE',
        mark: `+${markId(chance)}`,
      }))
      .slice(0, 120),
  'a mention on television': ({ chance, network }) =>
    arrivals(chance, 300, 60_000).map((atMs) => ({
      atMs,
      address: network(between(chance, 1, 255)),
      agent: chance() < 0.8 ? phone(chance) : pickEarly(chance, desktops),
      language: local(chance),
    })),
  'a stadium': ({ chance, network }) =>
    arrivals(chance, between(chance, 500, 1_000), 120_000).map((atMs) => ({
      atMs,
      address: network(1),
      agent: phone(chance),
      language: local(chance),
    })),
  'many phones with the same app': ({ chance, network }) =>
    arrivals(chance, 250, 240_000).map((atMs) => ({
      atMs,
      address: network(between(chance, 1, 33)),
      agent: apps[0] ?? '',
      language: local(chance),
    })),
  'a newsletter at nine': ({ chance, network }) =>
    arrivals(chance, 160, 400_000).map((atMs) => ({
      atMs,
      address: network(chance() < 0.5 ? 1 : between(chance, 2, 60)),
      agent: chance() < 0.6 ? pickEarly(chance, desktops.slice(0, 14)) : phone(chance),
      language: local(chance),
    })),
  'a family': ({ chance, network }) => {
    const members = Array.from({ length: 4 }, () => ({ agent: phone(chance), mark: `+${markId(chance)}` }));
    return arrivals(chance, 40, 480_000).map((atMs, link) => ({
      atMs,
      address: network(1),
      link,
      language: 'sv-SE',
      ...pick(chance, members),
    }));
  },
  'a fan who follows thirty links': ({ chance, network }) => {
    const fan = { agent: phone(chance), mark: `+${markId(chance)}`, language: 'en' };
    return times(30, () => 4_000 + chance() * 12_000).map((atMs, link) => ({
      atMs,
      address: network(1),
      link,
      ...fan,
    }));
  },
  'one person who opens twenty tabs': ({ chance, network }) => {
    const person = { agent: pickEarly(chance, desktops), mark: `+${markId(chance)}`, language: 'en' };
    return times(20, () => 500 + chance() * 1_500).map((atMs, link) => ({
      atMs,
      address: network(1),
      link,
      ...person,
    }));
  },
  'phones of an IPv6 carrier': ({ chance, network6 }) =>
    arrivals(chance, 400, 480_000).map((atMs, n) => ({
      atMs,
      address: network6(n),
      agent: phone(chance),
      language: local(chance),
    })),
  'a VPN exit': ({ chance, network }) =>
    arrivals(chance, 110, 600_000).map((atMs) => ({
      atMs,
      address: network(1),
      agent: chance() < 0.5 ? pickEarly(chance, desktops.slice(0, 20)) : phone(chance),
      language: pickEarly(chance, languages),
    })),
  'a code on a slide': ({ chance, network }) =>
    arrivals(chance, 150, 40_000).map((atMs) => ({
      atMs,
      address: network(1),
      agent: phone(chance),
      language: pickEarly(chance, languages),
    })),
  'a live stream behind eight carrier addresses': ({ chance, network }) =>
    arrivals(chance, 600, 90_000).map((atMs) => ({
      atMs,
      address: network(between(chance, 1, 9)),
      agent: chance() < 0.4 ? pickEarly(chance, apps) : phone(chance),
      language: local(chance),
    })),
  'a hotel': ({ chance, network }) =>
    arrivals(chance, 40, 1_800_000).map((atMs) => ({
      atMs,
      address: network(1),
      agent: chance() < 0.3 ? pickEarly(chance, desktops) : phone(chance),
      language: pick(chance, languages),
    })),
};

/** `rounds` histories of each kind, each with its own time and networks. */
export function floodCorpus(seed: number, rounds: number, startMs: number): History[] {
  const chance = seededChance(seed);
  let number = 0;
  const make = (kind: string, isAttack: boolean, visitsOf: Kind): History => {
    number += 1;
    const [high, low] = [60 + (number >> 8), number & 255];
    const network = (host: number): string => `${high}.${low}.${isAttack ? 1 : 2}.${host}`;
    const network6 = (subnet: number): string => `2001:db8:${number.toString(16)}:${subnet.toString(16)}::1`;
    const from = startMs + floor(chance() * 3_600_000);
    const hits = visitsOf({ chance, network, network6 }).map((visit) => recordOf(visit, from, chance));
    return { kind, isAttack, hits };
  };
  return Array.from({ length: rounds }).flatMap(() => [
    ...Object.entries(attacks).map(([kind, visitsOf]) => make(kind, true, visitsOf)),
    ...Object.entries(crowds).map(([kind, visitsOf]) => make(kind, false, visitsOf)),
  ]);
}

function recordOf(
  { atMs, address, agent, language = '', link = 0, mark = '' }: Visit,
  from: number,
  chance: Chance,
): HitRecord {
  return {
    kind: 'click',
    clickId: clickIdAt(floor(from + atMs), chance),
    code: `link${link}`,
    address,
    userAgent: agent,
    language,
    mark: mark.slice(1),
    isMarkTrusted: mark.startsWith('+'),
    givenMark: mark === '' ? markId(chance) : '',
    referrer: '',
    purpose: '',
    country: '',
    clientHints: '',
    host: '',
    query: '',
  };
}

/** A click id that is the same in every run. */
function clickIdAt(at: number, chance: Chance): string {
  const bytes = Buffer.from(Array.from({ length: 16 }, () => floor(chance() * 256)));
  bytes.writeUIntBE(at, 0, 6);
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x70;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  return bytes.toString('base64url');
}
