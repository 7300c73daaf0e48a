import {
  addCreatorNote,
  deleteCreatorNote,
  downloadCreators,
  endCreator,
  keepCreator,
  listCreators,
  moveCreators,
  pauseCreator,
  readCreator,
  readCreatorFigures,
  readCreatorFilters,
  resumeCreator,
  tagCreator,
  tagCreators,
  untagCreator,
} from '@vitrine/contract/roster.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { creatorsFile } from './roster.csv.ts';
import { readCreatorFiguresOf } from './roster.figures.ts';
import { listCreatorsOf, readFiltersOf } from './roster.list.ts';
import { addNoteTo, deleteNoteOf, tagCreatorOf, untagCreatorOf } from './roster.marks.ts';
import { moveCreatorsOf } from './roster.moves.ts';
import { tagCreatorsOf } from './roster.tagging.ts';
import { endCreatorOf, keepCreatorOf, pauseCreatorOf, readCreatorOf, resumeCreatorOf } from './roster.service.ts';

export function registerRoster(routes: Routes): void {
  serve(routes, listCreators, (call, ctx) => listCreatorsOf(ctx, call.actor, call.params.merchant, call.query));
  serve(routes, downloadCreators, (call, ctx) => creatorsFile(ctx, call.actor, call.params.merchant, call.query));
  serve(routes, readCreatorFilters, (call, ctx) => readFiltersOf(ctx, call.actor, call.params.merchant));
  serve(routes, moveCreators, (call, ctx) => moveCreatorsOf(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, tagCreators, (call, ctx) => tagCreatorsOf(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, readCreator, (call, ctx) => readCreatorOf(ctx, call.actor, call.params));
  serve(routes, readCreatorFigures, (call, ctx) => readCreatorFiguresOf(ctx, call.actor, call.params, call.query));
  serve(routes, pauseCreator, (call, ctx) => pauseCreatorOf(ctx, call.actor, call.params, call.body));
  serve(routes, resumeCreator, (call, ctx) => resumeCreatorOf(ctx, call.actor, call.params, call.body));
  serve(routes, endCreator, (call, ctx) => endCreatorOf(ctx, call.actor, call.params, call.body));
  serve(routes, keepCreator, (call, ctx) => keepCreatorOf(ctx, call.actor, call.params));
  serve(routes, tagCreator, (call, ctx) => tagCreatorOf(ctx, call.actor, call.params, call.body));
  serve(routes, untagCreator, (call, ctx) => untagCreatorOf(ctx, call.actor, call.params));
  serve(routes, addCreatorNote, (call, ctx) => addNoteTo(ctx, call.actor, call.params, call.body));
  serve(routes, deleteCreatorNote, (call, ctx) => deleteNoteOf(ctx, call.actor, call.params));
}
