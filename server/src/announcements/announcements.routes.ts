import {
  changeAnnouncement,
  getAnnouncement,
  getAnnouncementList,
  getPublishedAnnouncement,
  listAnnouncementReaders,
  listPublishedAnnouncements,
  publishAnnouncement,
  readAnnouncements,
} from '@vitrine/contract/announcements.ts';
import {
  createAnnouncementDraft,
  deleteAnnouncementDraft,
  getAnnouncementDraft,
  listAnnouncementAudiences,
  listAnnouncementDrafts,
  publishAnnouncementDraft,
  saveAnnouncementDraft,
  scheduleAnnouncementDraft,
  testAnnouncementDraft,
  unscheduleAnnouncementDraft,
} from '@vitrine/contract/announcements.drafts.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import {
  changeAnnouncementOf,
  listAnnouncementsFor,
  listPublishedBy,
  listReadersOf,
  publishFor,
  readAnnouncementFor,
  readAnnouncementsOf,
  readPublishedBy,
} from './announcements.service.ts';
import { publishDraftOf, scheduleDraftOf, testDraftOf, unscheduleDraftOf } from './drafts.publishing.ts';
import {
  createDraftFor,
  deleteDraftOf,
  listAudiencesOf,
  listDraftsOf,
  readDraftOf,
  saveDraftOf,
} from './drafts.service.ts';

export function registerAnnouncements(routes: Routes): void {
  serve(routes, getAnnouncementList, (call, ctx) => listAnnouncementsFor(ctx, call.actor, call.query));
  serve(routes, getAnnouncement, (call, ctx) => readAnnouncementFor(ctx, call.actor, call.params.announcement_id));
  serve(routes, readAnnouncements, (call, ctx) => readAnnouncementsOf(ctx, call.actor, call.body));
  serve(routes, listPublishedAnnouncements, (call, ctx) =>
    listPublishedBy(ctx, call.actor, call.params.merchant, call.query),
  );
  serve(routes, getPublishedAnnouncement, (call, ctx) => readPublishedBy(ctx, call.actor, call.params));
  serve(routes, listAnnouncementReaders, (call, ctx) => listReadersOf(ctx, call.actor, call.params, call.query));
  serve(routes, publishAnnouncement, (call, ctx) => publishFor(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, changeAnnouncement, (call, ctx) =>
    changeAnnouncementOf(ctx, call.actor, call.params.merchant, call.params.announcement_id, call.body),
  );
  registerDrafts(routes);
}

function registerDrafts(routes: Routes): void {
  serve(routes, listAnnouncementDrafts, (call, ctx) => listDraftsOf(ctx, call.actor, call.params.merchant, call.query));
  serve(routes, createAnnouncementDraft, (call, ctx) =>
    createDraftFor(ctx, call.actor, call.params.merchant, call.body),
  );
  serve(routes, getAnnouncementDraft, (call, ctx) => readDraftOf(ctx, call.actor, call.params));
  serve(routes, saveAnnouncementDraft, (call, ctx) => saveDraftOf(ctx, call.actor, call.params, call.body));
  serve(routes, deleteAnnouncementDraft, (call, ctx) => deleteDraftOf(ctx, call.actor, call.params));
  serve(routes, publishAnnouncementDraft, (call, ctx) => publishDraftOf(ctx, call.actor, call.params, call.body));
  serve(routes, scheduleAnnouncementDraft, (call, ctx) => scheduleDraftOf(ctx, call.actor, call.params, call.body));
  serve(routes, unscheduleAnnouncementDraft, (call, ctx) => unscheduleDraftOf(ctx, call.actor, call.params));
  serve(routes, testAnnouncementDraft, (call, ctx) => testDraftOf(ctx, call.actor, call.params));
  serve(routes, listAnnouncementAudiences, (call, ctx) => listAudiencesOf(ctx, call.actor, call.params.merchant));
}
