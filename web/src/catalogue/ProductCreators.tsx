import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ProductCreator } from '@vitrine/contract/catalogue.products.ts';
import { useDates } from '../accounts/dates.ts';
import type { RangeSearch } from '../analytics/search.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { imageSource } from '../format/images.ts';
import { formatMoney } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import { Avatar } from '../ui/Picture.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { productCreatorsQuery } from './products.data.ts';

type ProductCreatorsProps = { merchant: string; id: string; range: RangeSearch };

/** The creators who feature the product or did, with their figures over the chosen range. */
export function ProductCreators({ merchant, id, range }: ProductCreatorsProps) {
  const { t } = useLingui();
  const { day } = useDates();
  const query = useInfiniteQuery({ ...productCreatorsQuery(merchant, id, range), placeholderData: keepPreviousData });
  const creators = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const stateOf = ({ placements, is_hidden: isHidden }: ProductCreator) =>
    placements === 0 ? t`Removed` : isHidden ? t`Hidden` : t`On the storefront`;
  return (
    <section className={desk.section} aria-labelledby="creators">
      <h2 id="creators">
        <Trans>Creators who feature it</Trans>
      </h2>
      <QueryState query={query} loading={t`Loading creators`} failed={t`We couldn’t load the creators`} rows={3} />
      {query.data && creators.length === 0 ? (
        <p className={desk.quiet}>
          <Trans>No creator has added this product to a storefront yet.</Trans>
        </p>
      ) : null}
      {creators.length > 0 ? (
        <Table<ProductCreator>
          caption={t`Creators by name`}
          rows={creators}
          keyOf={({ account }) => account}
          isPictured
          busy={query.isPlaceholderData}
          columns={[
            { label: t`Creator`, look: 'main', cell: (creator) => <CreatorName creator={creator} /> },
            { label: t`State`, look: 'quiet', cell: stateOf },
            { label: t`Since`, look: 'when', cell: ({ since }) => day(since) },
            { label: t`Clicks`, look: 'number', phone: 'named', cell: ({ clicks }) => formatNumber(clicks) },
            { label: t`Orders`, look: 'number', phone: 'named', cell: ({ orders }) => formatNumber(orders) },
            { label: t`Net sales`, look: 'number', phone: 'end', cell: ({ sales }) => formatMoney(sales) },
            {
              label: t`Commission`,
              look: 'number',
              phone: 'named',
              cell: ({ commission }) => formatMoney(commission),
            },
          ]}
        />
      ) : null}
      <ShowMore query={query} />
    </section>
  );
}

function CreatorName({ creator: { display_name: name, handle, avatar } }: { creator: ProductCreator }) {
  return (
    <span className={desk.person}>
      <Avatar src={imageSource(avatar)} name={name} className={desk.avatar} />
      <span>
        {name}
        {handle ? <span className={desk.under}>@{handle}</span> : null}
      </span>
    </span>
  );
}
