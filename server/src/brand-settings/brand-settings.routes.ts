import {
  changeBrandSettings,
  listSettingChanges,
  readBrandRules,
  readBrandSettings,
} from '@vitrine/contract/brand-settings.ts';
import { cancelBrandReview } from '@vitrine/contract/brand-reviews.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { readBrandRulesOf } from './brand-rules.service.ts';
import { cancelBrandReviewOf } from './identity.ts';
import { changeBrandSettingsOf, listSettingChangesFor, readBrandSettingsOf } from './brand-settings.service.ts';

export function registerBrandSettings(routes: Routes): void {
  serve(routes, readBrandSettings, (call, ctx) => readBrandSettingsOf(ctx, call.actor, call.params.merchant));
  serve(routes, changeBrandSettings, (call, ctx) =>
    changeBrandSettingsOf(ctx, call.actor, call.params.merchant, call.body),
  );
  serve(routes, listSettingChanges, (call, ctx) =>
    listSettingChangesFor(ctx, call.actor, call.params.merchant, call.query),
  );
  serve(routes, cancelBrandReview, (call, ctx) => cancelBrandReviewOf(ctx, call.actor, call.params));
  serve(routes, readBrandRules, (call, ctx) => readBrandRulesOf(ctx, call.actor, call.params.merchant_account_id));
}
