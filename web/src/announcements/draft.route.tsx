import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { DraftEditor } from './DraftEditor.tsx';
import { draftQuery } from './drafts.data.ts';

export default createLazyRoute('/brand-frame/brand/$merchant/announcements/drafts/$draft')({
  component: DraftPage,
});

const route = getRouteApi('/brand-frame/brand/$merchant/announcements/drafts/$draft');

/** Writes an announcement; `new` starts one, which has an address of its own once it is saved. */
function DraftPage() {
  const { t } = useLingui();
  const { merchant, draft: id } = route.useParams();
  const isNew = id === 'new';
  const query = useQuery({ ...draftQuery(merchant, id), enabled: !isNew });
  return (
    <>
      <Masthead
        heading={isNew ? t`New announcement` : t`Draft`}
        dateline={
          <Link to="/brand/$merchant/announcements" params={{ merchant }}>
            <Trans>All announcements</Trans>
          </Link>
        }
      />
      {isNew ? null : (
        <QueryState query={query} loading={t`Loading the draft`} failed={t`We couldn’t load this draft`} />
      )}
      {isNew || query.data ? <DraftEditor key={id} merchant={merchant} draft={isNew ? undefined : query.data} /> : null}
    </>
  );
}
