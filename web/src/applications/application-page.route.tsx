import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { useBrandRights } from '../accounts/brand-rights.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { applicationPageQuery } from './applications.data.ts';
import { PageSetup } from './PageSetup.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/application-page')({ component: SetUpPage });

const route = getRouteApi('/brand-frame/brand/$merchant/application-page');

/** The brand's application page: whether it is open, its text, picture, questions and rules. */
function SetUpPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const query = useQuery(applicationPageQuery(merchant));
  const mayChange = useBrandRights(merchant)('creators');
  return (
    <>
      <Masthead
        heading={t`Application page`}
        controls={
          <Link to="/brand/$merchant/applications" params={{ merchant }} className={buttonClass({ look: 'quiet' })}>
            <Trans>Applications</Trans>
          </Link>
        }
      />
      <div className={desk.sections}>
        <QueryState query={query} loading={t`Loading your page`} failed={t`We couldn’t load your page`} />
        {query.data ? <PageSetup merchant={merchant} page={query.data} mayChange={mayChange} /> : null}
      </div>
    </>
  );
}
