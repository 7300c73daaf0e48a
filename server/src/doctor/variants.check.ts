import type { Config } from '../config.ts';
import type { Variant } from '../platform/variants/variants.ts';
import { type Diagnosis, ok, type Patient, warning } from './diagnosis.ts';

function describe({ key, hosts }: Variant, isStandard: boolean): string {
  return `${key} (${isStandard ? 'PROJECT' : hosts.length > 0 ? hosts.join(', ') : 'brands only'})`;
}

/** The variants of the installation. A file that is wrong was reported with the settings. */
export function checkVariants({ publicUrl, variants }: Pick<Config, 'publicUrl' | 'variants'>): Diagnosis[] {
  const { byKey, folder, standard } = variants;
  const all = [...byKey.values()];
  const { hostname } = new URL(publicUrl);
  const atPublicUrl = all.find(({ hosts }) => hosts.includes(hostname)) ?? standard;
  if (atPublicUrl !== standard)
    return [
      warning(
        `${atPublicUrl.key}.json in ${folder} lists ${hostname}, the host name of PUBLIC_URL, so the variant of PROJECT, ${standard.key}, is hardly shown. Set PROJECT=${atPublicUrl.key}, or remove the host name.`,
      ),
    ];
  return [ok(`${all.map((variant) => describe(variant, variant === standard)).join(', ')}, from ${folder}`)];
}

/** Brands whose variant has no file any more. */
export async function checkBrandVariants({ config, database }: Patient): Promise<Diagnosis> {
  const { byKey, folder, standard } = config.variants;
  const lost = await database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('merchants')
      .select(['slug', 'project_key'])
      .where('project_key', 'not in', [...byKey.keys()])
      .orderBy('slug')
      .execute(),
  );
  const [first] = lost;
  if (!first) return ok('every brand has one of these variants');
  return warning(
    `${lost.length} brand(s), such as ${first.slug}, have a variant without a file, such as ${first.project_key}, and show ${standard.key}. Add ${first.project_key}.json to ${folder}.`,
  );
}
