import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { RangeControls } from '../analytics/RangeControls.tsx';
import { isPreset, rangeIn } from '../analytics/search.ts';
import { CreatorScreen } from './CreatorScreen.tsx';
import { creatorFiguresQuery } from './roster.data.ts';

export default createLazyRoute('/brand-frame/brand/$merchant/creators/$account')({ component: Page });

const route = getRouteApi('/brand-frame/brand/$merchant/creators/$account');

function Page() {
  const { merchant, account } = route.useParams();
  const { preset, from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const range = rangeIn({ ...(isPreset(preset) && { preset }), ...(from && { from }), ...(to && { to }) });
  const { data } = useQuery(creatorFiguresQuery(merchant, account, range));
  return (
    <CreatorScreen
      key={account}
      merchant={merchant}
      account={account}
      range={range}
      controls={
        <RangeControls
          search={range}
          range={data?.range}
          onRange={(chosen) => void navigate({ search: chosen, replace: true, resetScroll: false })}
          onCompare={undefined}
        />
      }
    />
  );
}
