import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

// Shoppers: two thousand prepared requests, with the headers of real browsers behind a proxy.

export type LoadResult = { requests: number; perSecond: number; p50: number; p99: number; errors: number };

const prepared = 2_000;

const agents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/23A340 Instagram 402.0.0.30.98 (iPhone17,1; iOS 19_0; en_US; en; scale=3.00; 1206x2622; 785863012)',
  'Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.122 Mobile Safari/537.36 musical_ly_41.2.0 BytedanceWebview/d8a21c6',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
];
const referrers = [
  'https://l.instagram.com/',
  'https://www.tiktok.com/',
  'https://www.google.com/',
  'https://t.co/',
  '',
];
const countries = ['US', 'DE', 'FR', 'GB', 'NL', 'SE', 'ES', 'CA'];

export type Shopper = { path: string; headers: Record<string, string> };

/** The same shoppers in every run. `codes` is the number of links that they visit. */
export function shoppers(codes: number, count = prepared): Shopper[] {
  let state = 42;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  return Array.from({ length: count }, () => {
    const referrer = referrers[next(referrers.length)] ?? '';
    return {
      path: `/s/${codeOf(1 + next(codes))}`,
      headers: {
        Host: 'go.example',
        'User-Agent': agents[next(agents.length)] ?? '',
        'Accept-Language': 'en-US,en;q=0.9',
        'X-Forwarded-For': `${1 + next(200)}.${next(256)}.${next(256)}.${1 + next(250)}`,
        'CF-IPCountry': countries[next(countries.length)] ?? '',
        ...(referrer === '' ? {} : { Referer: referrer }),
      },
    };
  });
}

export function codeOf(number: number): string {
  return `c${String(number).padStart(6, '0')}`;
}

export type LoadOptions = { origin: string; connections: number; seconds: number; shoppers: readonly Shopper[] };

/** Loads a server from one thread of wrk, which takes less of the machine than any generator in Node. */
export async function load({ origin, connections, seconds, shoppers }: LoadOptions): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-wrk-'));
  const script = join(folder, 'shoppers.lua');
  await writeFile(script, luaOf(shoppers));
  const child = spawn(wrkPath(), ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, origin], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await text(child.stdout);
  await rm(folder, { recursive: true, force: true });
  const line = output.split('\n').find((each) => each.startsWith('figures '));
  if (line === undefined) throw new Error(`wrk printed no figures: ${output}`);
  const [requests = 0, microseconds = 0, errors = 0, p50 = 0, p99 = 0] = line.split(' ').slice(1).map(Number);
  return { requests, perSecond: requests / (microseconds / 1e6), p50: p50 / 1_000, p99: p99 / 1_000, errors };
}

function wrkPath(): string {
  const path = process.env['WRK_PATH'];
  if (path !== undefined) return path;
  throw new Error(
    'This benchmark makes its load with wrk, but none was found. Install it (Debian, Ubuntu: sudo apt-get install wrk; ' +
      'macOS: brew install wrk) or set WRK_PATH.',
  );
}

function luaOf(shoppers: readonly Shopper[]): string {
  const lines = shoppers.map(({ path, headers }) => {
    const fields = Object.entries(headers).map(([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`);
    return `  add("${path}", {${fields.join(',')}})`;
  });
  return `
local requests = {}
local function add(path, headers) requests[#requests + 1] = wrk.format("GET", path, headers) end
local function fill()
${lines.join('\n')}
end
init = function() fill() end
local at = 0
request = function()
  at = at + 1
  if at > #requests then at = 1 end
  return requests[at]
end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format("figures %d %d %d %d %d\\n", summary.requests, summary.duration,
    e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50), latency:percentile(99)))
end
`;
}
