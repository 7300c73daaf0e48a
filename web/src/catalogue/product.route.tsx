import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { RangeControls } from '../analytics/RangeControls.tsx';
import { isPreset, rangeIn } from '../analytics/search.ts';
import { ProductScreen } from './ProductScreen.tsx';
import { productFiguresQuery } from './products.data.ts';

export default createLazyRoute('/brand-frame/brand/$merchant/catalogue/$product')({ component: Page });

const route = getRouteApi('/brand-frame/brand/$merchant/catalogue/$product');

function Page() {
  const { merchant, product } = route.useParams();
  const { preset, from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const range = rangeIn({ ...(isPreset(preset) && { preset }), ...(from && { from }), ...(to && { to }) });
  const { data } = useQuery(productFiguresQuery(merchant, product, range));
  return (
    <ProductScreen
      key={product}
      merchant={merchant}
      id={product}
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
