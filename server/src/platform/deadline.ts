/** Whether the work ended well within the time; work that fails in time throws. It is not ended when time is up. */
export async function finishesWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const deadline = Promise.withResolvers<false>();
  const timer = setTimeout(() => deadline.resolve(false), milliseconds);
  try {
    return await Promise.race([work.then(() => true), deadline.promise]);
  } finally {
    clearTimeout(timer);
  }
}
