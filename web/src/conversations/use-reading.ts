import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type LoadedThread, markThreadAsRead } from './conversations.data.ts';
import type { ThreadRow } from './rows.ts';
import type { ConversationSide } from './sides.ts';

const endPx = 64;
const nearTopPx = 320;

type Place = { firstKey: string | undefined; lastKey: string | undefined; top: number; height: number; atEnd: boolean };

/** Keeps the scroll position when a thread grows at either end, and marks what was seen at its end as read. */
export function useReading(
  conversationSide: ConversationSide,
  { messages, meta }: LoadedThread,
  shown: readonly ThreadRow[],
) {
  const queryClient = useQueryClient();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLParagraphElement>(null);
  const place = useRef<Place>(undefined);
  const [isAtEnd, setAtEnd] = useState(true);
  const [isNearTop, setNearTop] = useState(false);
  const isWatched = useWatched();
  const others = messages.filter(({ side, seq }) => side !== conversationSide.side && seq > meta.read_seq);
  const firstUnread = others[0]?.seq;
  const [newFrom, setNewFrom] = useState(firstUnread);
  // Messages that arrive while nobody is looking get their own "new" mark.
  if (firstUnread !== undefined && firstUnread > (newFrom ?? 0) && !(isWatched && isAtEnd)) setNewFrom(firstUnread);

  const measure = () => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop: top, scrollHeight: height } = element;
    const before = place.current;
    // Only scrolling up leaves the end: new content below, or during a scroll down, doesn't.
    const atEnd = height - top - element.clientHeight < endPx || (before?.atEnd === true && top >= before.top);
    place.current = { firstKey: shown[0]?.key, lastKey: shown.at(-1)?.key, top, height, atEnd };
    setAtEnd(atEnd);
    setNearTop(top < nearTopPx);
  };

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const before = place.current;
    const last = shown.at(-1);
    const hasMoreAbove = before?.firstKey !== shown[0]?.key;
    const hasMoreBelow = before?.lastKey !== last?.key;
    if (!before)
      element.scrollTop = mark.current ? mark.current.offsetTop - element.clientHeight / 4 : element.scrollHeight;
    else if (hasMoreBelow ? before.atEnd || last?.unsent : hasMoreAbove && before.atEnd)
      element.scrollTop = element.scrollHeight;
    else if (hasMoreAbove && !hasMoreBelow) element.scrollTop += element.scrollHeight - before.height;
    measure();
  });

  // A smaller window, a growing input field or a late font must not push the end out of view.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      if (place.current?.atEnd) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, []);

  const newest = messages.at(-1)?.seq ?? 0;
  const isRead = others.length === 0;
  useEffect(() => {
    if (!isWatched || !isAtEnd || isRead) return;
    markThreadAsRead(queryClient, conversationSide, newest).catch(() => undefined);
    // The object is new at each render; its account identifies it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isWatched, isAtEnd, isRead, newest, conversationSide.account, queryClient]);

  const toEnd = () => {
    const element = scroller.current;
    if (!element) return;
    if (place.current) place.current = { ...place.current, atEnd: true };
    setAtEnd(true);
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollTo({ top: element.scrollHeight, behavior: isStill ? 'instant' : 'smooth' });
    // The clicked button disappears, so the focus moves to the list.
    element.focus({ preventScroll: true });
  };
  return { scroller, content, mark, newFrom, isAtEnd, isNearTop, unread: others.length, onScroll: measure, toEnd };
}

/** Whether the page is visible. */
function useWatched(): boolean {
  const [isWatched, setWatched] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setWatched(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isWatched;
}
