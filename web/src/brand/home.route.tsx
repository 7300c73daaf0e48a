// A screen of several domains: commissions on hold, payouts to approve, conversations, orders, links, creators.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { BrandOverview } from '@vitrine/contract/merchants.ts';
import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import { useUser } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import { formatCalendarDay } from '../format/dates.ts';
import { imageSource } from '../format/images.ts';
import { formatMoney, formatMoneyTick } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { waitingList } from '../consoles/Waiting.tsx';
import { ColumnChart } from '../ui/ColumnChart.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { Table } from '../ui/Table.tsx';
import styles from './brand.module.css';
import { brandOverviewQuery } from './brand.data.ts';
import { Today } from './Today.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant')({ component: BrandHomePage });

const route = getRouteApi('/brand-frame/brand/$merchant');

function BrandHomePage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const { asOf } = useDates();
  const query = useQuery(brandOverviewQuery(merchant));
  return (
    <>
      <Masthead heading={t`Overview`} dateline={query.data ? asOf(query.data.as_of) : undefined} />
      {query.isPending ? (
        <OverviewToCome />
      ) : (
        <QueryState query={query} loading={t`Loading the overview`} failed={t`We couldn’t load the overview`} />
      )}
      {query.data ? (
        <div className={desk.sections}>
          {isSetUp(query.data) ? null : <FirstSteps merchant={merchant} overview={query.data} />}
          <Today merchant={merchant} overview={query.data} />
          {query.data.has_orders ? (
            <>
              <Month overview={query.data} />
              <Creators overview={query.data} />
            </>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

/** A shop that is connected first brings orders before there is anyone who could earn from them. */
function isSetUp({ has_orders: hasOrders, has_terms: hasTerms, creators }: BrandOverview): boolean {
  return hasOrders && hasTerms && creators > 0;
}

function OverviewToCome() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading the overview`} className={desk.sections}>
      <div className={waitingList}>
        {[1, 2, 3, 4].map((place) => (
          <div key={place} className={styles.waiting}>
            <Bone tall="2.25rem" className={styles.waitingMore} />
          </div>
        ))}
      </div>
      <div className={styles.figures}>
        {[1, 2, 3, 4].map((place) => (
          <div key={place} className={styles.figure}>
            <Bone tall="5rem" />
          </div>
        ))}
      </div>
      <Bone tall="18rem" />
    </Loading>
  );
}

function Month({ overview }: { overview: BrandOverview }) {
  const { t, i18n } = useLingui();
  const { sales, commissions, orders, clicks } = overview;
  const figures = [
    { name: t`Net sales from creators`, now: formatMoney(sales.now), before: formatMoney(sales.before) },
    { name: t`Commissions`, now: formatMoney(commissions.now), before: formatMoney(commissions.before) },
    { name: t`Orders`, now: formatNumber(orders.now), before: formatNumber(orders.before) },
    { name: t`Clicks`, now: formatNumber(clicks.now), before: formatNumber(clicks.before) },
  ];
  const columns = overview.sales_by_day.map(({ day, amount }) => ({
    key: day,
    label: formatCalendarDay(day, i18n.locale),
    value: Number(amount.amount) / 10 ** currencyDecimals(amount.currency),
    text: formatMoney(amount),
  }));
  const sold = formatMoney(sales.now);
  return (
    <section className={desk.section} aria-labelledby="month">
      <h2 id="month">
        <Trans>Last 30 days, including today</Trans>
      </h2>
      <dl className={styles.figures}>
        {figures.map(({ name, now, before }) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd>{now}</dd>
            <dd className={styles.before}>
              <Trans>{before} in the previous 30 days</Trans>
            </dd>
          </div>
        ))}
      </dl>
      <ColumnChart
        columns={columns}
        texts={{
          label: t`Daily sales. Use the arrow keys to move between days.`,
          summary: t`Daily sales: ${sold} in total`,
          table: t`View as table`,
        }}
        formatTick={(value, step) => formatMoneyTick(value, step, sales.now.currency)}
      >
        <DataTable
          caption={t`Daily sales`}
          columns={[
            { name: 'day', label: t`Day` },
            { name: 'value', label: t`Sales` },
          ]}
          rows={columns.map(({ key, label, text }) => ({ key, cells: { day: label, value: text } }))}
        />
      </ColumnChart>
    </section>
  );
}

type Creator = BrandOverview['top_creators'][number];

function Creators({ overview: { top_creators: creators } }: { overview: BrandOverview }) {
  const { t } = useLingui();
  if (creators.length === 0) return null;
  return (
    <section className={desk.section} aria-labelledby="creators">
      <h2 id="creators">
        <Trans>Top creators</Trans>
      </h2>
      <Table<Creator>
        caption={t`Top creators by net sales, last 30 days`}
        rows={creators}
        keyOf={(creator) => creator.handle}
        isPictured
        columns={[
          { label: t`Creator`, look: 'main', cell: (creator) => <CreatorName creator={creator} /> },
          { label: t`Clicks`, look: 'number', phone: 'named', cell: (creator) => formatNumber(creator.clicks) },
          { label: t`Orders`, look: 'number', phone: 'named', cell: (creator) => formatNumber(creator.orders) },
          { label: t`Net sales`, look: 'number', phone: 'end', cell: (creator) => formatMoney(creator.sales) },
          { label: t`Commission`, look: 'number', phone: 'named', cell: (creator) => formatMoney(creator.commission) },
        ]}
      />
    </section>
  );
}

function CreatorName({ creator }: { creator: Creator }) {
  return (
    <span className={desk.person}>
      <Avatar src={imageSource(creator.avatar)} name={creator.display_name} className={desk.avatar} />
      <span>
        {creator.display_name}
        <span className={desk.under}>{`@${creator.handle}`}</span>
      </span>
    </span>
  );
}

/** What a new brand sees until its orders can be credited: the steps to set it up, in the order that makes sense. */
function FirstSteps({ merchant, overview }: { merchant: string; overview: BrandOverview }) {
  const params = { merchant };
  const creators = formatNumber(overview.creators);
  const isClosed = useUser().staff_of.some(({ slug, pause }) => slug === merchant && pause?.status === 'closed');
  // A closed brand can't take any of the steps.
  if (isClosed) return null;
  return (
    <section className={desk.section} aria-labelledby="first-steps">
      <h2 id="first-steps">
        <Trans>First steps</Trans>
      </h2>
      <ol className={styles.starts}>
        <li data-done={overview.products > 0 || undefined}>
          <span>
            <Link to="/brand/$merchant/catalogue" params={params}>
              <Trans>Import your catalog</Trans>
            </Link>
            <span className={desk.under}>
              <Trans>Use a CSV file or Shopify’s products.json. Creators choose products from it.</Trans>
            </span>
          </span>
        </li>
        <li data-done={overview.has_terms || undefined}>
          <span>
            <Link to="/brand/$merchant/terms" params={params}>
              <Trans>Set your commission rates</Trans>
            </Link>
            <span className={desk.under}>
              <Trans>Creators earn nothing until you do.</Trans>
            </span>
          </span>
        </li>
        <li data-done={overview.creators > 0 || undefined}>
          <span>
            <Link to="/brand/$merchant/invitations" params={params}>
              <Trans>Invite creators</Trans>
            </Link>
            <span className={desk.under}>
              <Plural
                value={overview.creators}
                _0="No creators have joined yet."
                one="# creator has joined."
                other={`${creators} creators have joined.`}
              />
            </span>
          </span>
        </li>
        <li data-done={overview.has_shop || undefined}>
          <span>
            <Link to="/brand/$merchant/settings/shop" params={params}>
              <Trans>Connect your shop</Trans>
            </Link>
            <span className={desk.under}>
              <Trans>Then its orders are credited to your creators.</Trans>
            </span>
          </span>
        </li>
      </ol>
    </section>
  );
}
