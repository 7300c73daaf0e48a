/** Whether the work ended within the time. Throws if it fails in time. It is not stopped when the time is up. */
export async function finishesWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const deadline = Promise.withResolvers<false>();
  const timer = setTimeout(() => deadline.resolve(false), milliseconds);
  try {
    return await Promise.race([work.then(() => true), deadline.promise]);
  } finally {
    clearTimeout(timer);
  }
}
