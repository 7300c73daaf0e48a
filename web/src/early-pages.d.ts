declare module 'virtual:early-pages' {
  import type { EarlyCalls } from './page.ts';

  /**
   * The pages that fetch early, generated from their records by early.plugin.ts. The pattern captures the `$id` of the
   * path.
   */
  export const pages: readonly (Required<Omit<EarlyCalls, 'pictures'>> & { pattern: RegExp; pictures?: string })[];
}
