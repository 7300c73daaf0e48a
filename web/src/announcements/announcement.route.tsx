import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useDates } from '../accounts/dates.ts';
import { useDrawer } from '../frame/drawers.ts';
import { Button } from '../ui/Button.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { AddProduct } from './AddProduct.tsx';
import { AnnouncementContent } from './AnnouncementContent.tsx';
import { announcementQuery, useReadAnnouncements } from './announcements.data.ts';
import styles from './console.module.css';

export default createLazyRoute('/frame/announcements/$announcement')({
  component: AnnouncementPage,
  pendingComponent: AnnouncementToCome,
});

const route = getRouteApi('/frame/announcements/$announcement');

function AnnouncementToCome() {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={t`Announcement`} />
      <Loading label={t`Loading the announcement`}>
        <Bone tall="12rem" />
      </Loading>
    </>
  );
}

/** One announcement on a page of its own, where its email leads. Opening it marks it as read. */
function AnnouncementPage() {
  const { announcement: id } = route.useParams();
  const { moment } = useDates();
  const { open } = useDrawer();
  const { data: announcement } = useSuspenseQuery(announcementQuery(id));
  const { mutate: read } = useReadAnnouncements();
  const isUnread = !announcement.read;
  useEffect(() => {
    if (isUnread) read({ announcement_ids: [id] });
  }, [id, isUnread, read]);
  const { merchant, merchant_account_id: account, published_at: at } = announcement;
  return (
    <>
      <Masthead heading={announcement.title} dateline={`${merchant.display_name} · ${moment(at)}`} />
      <article className={styles.article}>
        {/* On a phone the header has no room for the title. */}
        <h2 className={styles.phoneTitle}>{announcement.title}</h2>
        <AnnouncementContent
          {...announcement}
          heading="h2"
          actionOf={(product) => <AddProduct account={account} product={product} />}
        />
        <p>
          <Button look="plain" small onClick={() => open('announcements')}>
            <Trans>All announcements</Trans>
          </Button>
        </p>
      </article>
    </>
  );
}
