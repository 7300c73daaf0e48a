import { type ListedInvitee, readInvitees } from './bulk.list.ts';

/** Reads a list on a thread of its own (platform/parsing). */
export function readInviteesApart({ list }: { list: string }): Promise<ListedInvitee[]> {
  return readInvitees(list);
}
