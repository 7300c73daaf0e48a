import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { listDiscountCodes } from '@vitrine/contract/merchants.ts';
import { type FormEvent, useState } from 'react';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { useDates } from '../accounts/dates.ts';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { QueryState, Refused } from '../consoles/QueryStates.tsx';
import { shopConnectionsQuery } from '../shops/shops.data.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { showToast } from '../ui/toasts.ts';
import { ApiKeys } from './ApiKeys.tsx';
import { brandSettingsQuery } from '../brand-settings/brand-settings.data.ts';
import { CountingSettings } from '../brand-settings/CountingSettings.tsx';
import { LinkSettings } from '../brand-settings/LinkSettings.tsx';
import { assignableCodesQuery, discountCodesQuery, useMerchantMutations } from './merchants.data.ts';
import { PayingSettings } from '../brand-settings/PayingSettings.tsx';
import { ProgramSettings } from '../brand-settings/ProgramSettings.tsx';
import { SettingHistory } from '../brand-settings/SettingHistory.tsx';
import styles from '../brand-settings/settings.module.css';

export default createLazyRoute('/brand-frame/brand/$merchant/settings')({
  component: BrandSettingsPage,
});

const route = getRouteApi('/brand-frame/brand/$merchant/settings');
type Code = DataOf<typeof listDiscountCodes>[number];

function BrandSettingsPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const may = useBrandRights(merchant);
  return (
    <>
      <Masthead heading={t`Settings`} />
      <div className={desk.sections}>
        <OwnSettings merchant={merchant} />
        {may('shop') ? (
          <>
            <Shop merchant={merchant} />
            <ApiKeys merchant={merchant} />
            <Deliveries merchant={merchant} />
            <Webhooks merchant={merchant} />
          </>
        ) : null}
        <DiscountCodes merchant={merchant} />
        <SettingHistory merchant={merchant} />
      </div>
    </>
  );
}

function OwnSettings({ merchant }: { merchant: string }) {
  const { t } = useLingui();
  const query = useQuery(brandSettingsQuery(merchant));
  const settings = query.data;
  const mayChange = useBrandRights(merchant)('settings');
  return (
    <>
      <QueryState query={query} loading={t`Loading your settings`} failed={t`We couldn’t load your settings`} />
      {settings ? (
        <fieldset className={styles.settings} disabled={!mayChange}>
          {mayChange ? null : (
            <p className={desk.quiet}>
              <Trans>Owners and managers can change these settings.</Trans>
            </p>
          )}
          <ProgramSettings merchant={merchant} settings={settings} />
          <CountingSettings merchant={merchant} settings={settings} />
          <PayingSettings merchant={merchant} settings={settings} />
          <LinkSettings merchant={merchant} settings={settings} />
        </fieldset>
      ) : null}
    </>
  );
}

function Shop({ merchant }: { merchant: string }) {
  const { data: shop } = useQuery(shopConnectionsQuery(merchant));
  const isConnected = shop?.connections.some(({ state }) => state === 'connected' || state === 'waiting') === true;
  return (
    <section className={desk.section} aria-labelledby="shop">
      <h2 id="shop">
        <Trans>Shop</Trans>
      </h2>
      <p className={desk.quiet}>
        {isConnected ? (
          <Trans>See whether your shop’s orders arrive, replace its secret or disconnect it.</Trans>
        ) : (
          <Trans>Connect your shop, so that its orders are credited to your creators.</Trans>
        )}
      </p>
      <div className={desk.actions}>
        <Link to="/brand/$merchant/settings/shop" params={{ merchant }} className={buttonClass()}>
          {isConnected ? <Trans>Manage your shop</Trans> : <Trans>Connect your shop</Trans>}
        </Link>
      </div>
    </section>
  );
}

function Webhooks({ merchant }: { merchant: string }) {
  return (
    <section className={desk.section} aria-labelledby="webhooks">
      <h2 id="webhooks">
        <Trans>Webhooks</Trans>
      </h2>
      <p className={desk.quiet}>
        <Trans>
          Send events to your own server: decided orders, changed commissions and payouts, and new creators.
        </Trans>
      </p>
      <div className={desk.actions}>
        <Link to="/brand/$merchant/settings/webhooks" params={{ merchant }} className={buttonClass({ look: 'quiet' })}>
          <Trans>Manage webhooks</Trans>
        </Link>
      </div>
    </section>
  );
}

function Deliveries({ merchant }: { merchant: string }) {
  return (
    <section className={desk.section} aria-labelledby="deliveries">
      <h2 id="deliveries">
        <Trans>Deliveries from your shop</Trans>
      </h2>
      <p className={desk.quiet}>
        <Trans>Every webhook from your shop, and what we did with it. Start here when an order is missing.</Trans>
      </p>
      <div className={desk.actions}>
        <Link
          to="/brand/$merchant/settings/deliveries"
          params={{ merchant }}
          className={buttonClass({ look: 'quiet' })}
        >
          <Trans>View deliveries</Trans>
        </Link>
      </div>
    </section>
  );
}

function DiscountCodes({ merchant }: { merchant: string }) {
  const { t } = useLingui();
  const { day } = useDates();
  const mayAssign = useBrandRights(merchant)('creators');
  const query = useInfiniteQuery(discountCodesQuery(merchant));
  const codes = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section className={desk.section} aria-labelledby="codes">
      <h2 id="codes">
        <Trans>Discount codes</Trans>
      </h2>
      <p className={desk.quiet}>
        <Trans>Orders placed with one of these codes are credited to its creator, even without a click.</Trans>
      </p>
      <QueryState
        query={query}
        rows={1}
        loading={t`Loading discount codes`}
        failed={t`We couldn’t load your discount codes`}
      />
      {codes.length > 0 ? (
        <Table<Code>
          caption={t`Discount codes`}
          rows={codes}
          keyOf={(code) => code.code}
          columns={[
            { label: t`Code`, look: 'main', cell: (code) => code.code },
            { label: t`Creator`, phone: 'end', cell: (code) => `@${code.creator}` },
            { label: t`Assigned`, look: 'when', phone: 'named', cell: (code) => day(code.created_at) },
            {
              label: t`Ended`,
              look: 'when',
              phone: 'named',
              cell: (code) => (code.ended_at ? day(code.ended_at) : '—'),
            },
          ]}
        />
      ) : null}
      <ShowMore query={query} />
      {mayAssign ? <GiveCode merchant={merchant} /> : null}
    </section>
  );
}

function GiveCode({ merchant }: { merchant: string }) {
  const { t } = useLingui();
  const { giveCode } = useMerchantMutations(merchant);
  const [code, setCode] = useState('');
  const [creator, setCreator] = useState('');
  const codesOfShop = useQuery(assignableCodesQuery(merchant)).data ?? [];
  const problem = giveCode.error instanceof ApiProblem ? giveCode.error : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    giveCode.mutate(
      { code: code.trim(), creator: creator.trim().replace(/^@/, '') },
      {
        onSuccess: (made) => {
          const [given, to] = [made.code, made.creator];
          showToast(t`${given} is now assigned to @${to}.`);
          setCode('');
          setCreator('');
        },
      },
    );
  };
  const isTaken = problem?.code === 'conflict';
  return (
    <form className={desk.form} onSubmit={submit} noValidate aria-label={t`Assign discount code`}>
      {codesOfShop.length > 0 ? (
        <SelectField
          label={t`Code of your shop`}
          value={codesOfShop.some((each) => each.code === code) ? code : ''}
          choices={[
            { value: '', label: t`Choose a code, or type one below` },
            ...codesOfShop.map((each) => ({
              value: each.code,
              label: each.title === '' || each.title === each.code ? each.code : `${each.code} · ${each.title}`,
            })),
          ]}
          onChange={(event) => setCode(event.target.value)}
        />
      ) : null}
      <div className={desk.pair}>
        <TextField
          label={t`Code`}
          name="code"
          value={code}
          maxLength={40}
          autoCapitalize="characters"
          spellCheck={false}
          error={
            isTaken
              ? t`This code is already in use. Choose another one.`
              : problem?.errors['code'] && t`Please enter 2 to 40 letters, numbers, hyphens or underscores.`
          }
          onChange={(event) => setCode(event.target.value)}
        />
        <TextField
          label={t`Creator’s handle`}
          name="creator"
          value={creator}
          maxLength={60}
          autoCapitalize="none"
          spellCheck={false}
          error={problem?.errors['creator'] && t`Please enter the handle of one of your creators.`}
          onChange={(event) => setCreator(event.target.value)}
        />
      </div>
      <Refused error={problem?.code === 'validation_failed' || isTaken ? null : giveCode.error} />
      <div className={desk.actions}>
        <Button type="submit" look="quiet" busy={giveCode.isPending}>
          <Trans>Assign discount code</Trans>
        </Button>
      </div>
    </form>
  );
}
