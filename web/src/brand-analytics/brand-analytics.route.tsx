import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { BrandAnalyticsScreen } from './BrandAnalyticsScreen.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/analytics')({ component: Page });

const route = getRouteApi('/brand-frame/brand/$merchant/analytics');

function Page() {
  const { merchant } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <BrandAnalyticsScreen
      key={merchant}
      merchant={merchant}
      search={search}
      onSearch={(change) =>
        void navigate({
          search: (kept) =>
            Object.fromEntries(Object.entries({ ...kept, ...change }).filter(([, value]) => value !== undefined)),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
