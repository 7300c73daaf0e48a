// Sends notifications to devices, through the push services of their browsers. Those get only encrypted texts.
import webPush from 'web-push';
import type { User } from '@vitrine/contract/accounts.ts';
import { notificationAddress } from '@vitrine/contract/values/notification-address.ts';
import { topicOfNotice } from '@vitrine/contract/values/notice-topics.ts';
import { isPushed } from '@vitrine/contract/values/preferences.ts';
import type { Context } from '../context.ts';
import { OutboundFailure, sendOutbound } from '../platform/outbound/outbound.ts';
import { variantOfKey } from '../platform/variants/variants.ts';
import { noticeSentence } from './notice.sentence.ts';
import { noticeOf } from './notifications.views.ts';
import { claimPushes, type DuePush, endPush, forgetDevice, retryPush } from './push.claims.ts';
import type { StoredSubscription } from './push.devices.ts';
import { pushKeysOf, pushSubject } from './push.keys.ts';

const atOnce = 32;
/** A run claims nothing after this time; it requests the next one. */
const longestRunMs = 60_000;
/** How long a push service keeps it for a device that is off. */
const keptSeconds = 86_400;
const mostAttempts = 8;
const mostBytes = 4_096;
/** Devices show about so many characters; a payload has at most 4 kB. */
const mostCharacters = 300;

/** What the browser gets (server/assets/push-worker.js). */
export type PushMessage = { title: string; body: string; url: string; tag: string };

/** Undefined if the user turned it off, or a newer release wrote it. */
function messageOf(ctx: Context, due: DuePush): PushMessage | undefined {
  const notice = noticeOf(due);
  const topic = notice && topicOfNotice(notice);
  if (!topic || (topic !== 'always' && !isPushed(due.notifications, topic))) return undefined;
  const reader = { address: due.email, locale: due.locale, project: due.project_key, timeZone: due.time_zone };
  const brand = due.slug === null ? null : { slug: due.slug };
  return {
    title: due.brand ?? variantOfKey(ctx.config.variants, due.project_key).name,
    body: noticeSentence(notice, due.creator, reader).slice(0, mostCharacters).toWellFormed(),
    url: notificationAddress({ notice, brand }, due.role as User['role']) ?? '/',
    // A newer one about the same takes its place on the device.
    tag: due.about === null ? due.notification_id : `${due.kind} ${due.about}`,
  };
}

type Outcome = 'delivered' | 'gone' | 'useless' | { retryAfter: string | undefined };

/** 404 and 410: the browser has ended its subscription. 401 and 403: it is for keys that we don't have any more. */
function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) return 'delivered';
  if ([401, 403, 404, 410].includes(status)) return 'gone';
  return status === 429 || status >= 500 ? { retryAfter } : 'useless';
}

async function send(ctx: Context, due: DuePush, message: PushMessage): Promise<Outcome> {
  const subscription: StoredSubscription = JSON.parse(ctx.sealer.open(due.sealed));
  const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
    vapidDetails: { subject: pushSubject(ctx), ...(await pushKeysOf(ctx)) },
    TTL: keptSeconds,
    contentEncoding: 'aes128gcm',
  });
  // The module that sends counts the bytes itself.
  const { 'Content-Length': _counted, ...rest } = headers;
  const named = Object.entries(rest).map(([name, value]) => [name.toLowerCase(), value]);
  try {
    const { loopback, timeoutMs } = ctx.config.outbound;
    const answer = await sendOutbound({
      url: endpoint,
      method: 'POST',
      headers: { ...Object.fromEntries(named), 'user-agent': 'Vitrine-Push' },
      body,
      reach: { loopback, log: ctx.log },
      timeoutMs,
      mostBytes,
    });
    return outcomeOf(answer.status, answer.retryAfter);
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return error.fault === 'address_refused' ? 'gone' : { retryAfter: undefined };
  }
}

/** Doubles the wait after each failure: 1 minute, 2, 4, up to about two hours; or as long as the push service asks for. */
function pauseMs(attempts: number, retryAfter: string | undefined): number {
  const asked = Number(retryAfter) * 1_000;
  const own = 60_000 * 2 ** Math.min(attempts - 1, 7);
  return asked > 0 ? Math.min(Math.max(asked, own), keptSeconds * 1_000) : own;
}

async function deliver(ctx: Context, due: DuePush): Promise<void> {
  try {
    const message = messageOf(ctx, due);
    const outcome = message ? await send(ctx, due, message) : 'useless';
    if (outcome === 'gone') await forgetDevice(ctx, due);
    else if (outcome === 'useless') await endPush(ctx, due);
    else if (outcome === 'delivered') await endPush(ctx, due, ctx.clock.now());
    else if (due.attempts >= mostAttempts) await endPush(ctx, due);
    else await retryPush(ctx, due, new Date(ctx.clock.now().getTime() + pauseMs(due.attempts, outcome.retryAfter)));
  } catch (error) {
    // The claim ends by itself, and then it is sent again.
    ctx.log.error({ err: error, id: due.notification_id }, 'could not send the push notification');
  }
}

/** Sends what is due. Returns how many requests that were. */
export async function sendPushes(ctx: Context): Promise<number> {
  const endsAt = performance.now() + longestRunMs;
  let sent = 0;
  while (performance.now() < endsAt) {
    const due = await claimPushes(ctx, atOnce);
    await Promise.all(due.map((each) => deliver(ctx, each)));
    sent += due.length;
    if (due.length < atOnce) return sent;
  }
  await ctx.jobs.soon('send_pushes');
  return sent;
}
