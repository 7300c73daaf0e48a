/** A statement that finds the first difference. */
export type Check = { about: string; text: string };

/** Rows that differ between the two sides; `key` identifies the row. */
export function firstDifference(key: string, stored: string, recounted: string): string {
  return `
    select concat_ws(' ', ${key}) as key, stored.hits as "storedHits", recounted.hits as "recountedHits",
      stored.clicks as "storedClicks", recounted.clicks as "recountedClicks"
    from (${stored}) stored full join (${recounted}) recounted using (${key})
    where coalesce(stored.hits, 0) <> coalesce(recounted.hits, 0)
      or coalesce(stored.clicks, 0) <> coalesce(recounted.clicks, 0)
    order by 1 limit 1`;
}
