const known = new Set(['webp', 'jpeg', 'jpg', 'png', 'gif']);

/**
 * The image rule (S19): an address that isn't http, or lacks a known image extension, falls back to the placeholder
 * (here: undefined). Only the path's extension counts, not the query's.
 */
export function imageSource(value: string | null | undefined): string | undefined {
  if (!value) return undefined;
  const address = URL.parse(value);
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  const name = address.pathname.slice(address.pathname.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot >= 0 && known.has(name.slice(dot + 1).toLowerCase()) ? address.href : undefined;
}
