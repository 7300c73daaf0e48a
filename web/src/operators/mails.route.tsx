import { Trans, useLingui } from '@lingui/react/macro';
import { IconMail, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { OutboxMail } from '@vitrine/contract/operators.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { useSearchBox, useSheetClose } from '../navigation/search-box.ts';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Address } from '../ui/Address.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/Field.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { MailSheet } from './MailSheet.tsx';
import { isMailState, mailKind, mailLook, mailStateName, mailStates } from './mail-texts.ts';
import { mailsQuery } from './operators.data.ts';

export default createLazyRoute('/operator-frame/operator/mails')({ component: MailsPage });

const route = getRouteApi('/operator-frame/operator/mails');

function MailsPage() {
  const { t } = useLingui();
  const { moment } = useDates();
  const { status, kind, recipient = '', mail } = route.useSearch();
  const navigate = route.useNavigate();
  const { typed, setTyped } = useSearchBox(
    recipient,
    (rested) => void navigate({ search: (kept) => ({ ...kept, recipient: rested }), replace: true }),
  );
  const filter = {
    ...(isMailState(status) && { state: status }),
    ...(kind && { kind }),
    ...(recipient && { recipient }),
  };
  const query = useInfiniteQuery({ ...mailsQuery(filter), placeholderData: keepPreviousData });
  const mails = query.data?.pages.flatMap((page) => page.data) ?? [];
  const meta = query.data?.pages[0]?.meta;
  const close = useSheetClose(
    () => void navigate({ search: (kept) => ({ ...kept, mail: '' }), replace: true, resetScroll: false }),
  );
  return (
    <>
      <Masthead
        heading={t`Emails`}
        dateline={
          meta && !meta.is_sending ? (
            <Trans>No mail server is set up, so emails are kept here and not sent.</Trans>
          ) : undefined
        }
      />
      <div className={desk.filters}>
        <TextField
          label={t`Recipient`}
          type="search"
          value={typed}
          maxLength={254}
          lead={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select
          label={t`Status`}
          value={isMailState(status) ? status : ''}
          choices={[
            { value: '', label: t`All statuses` },
            ...Object.entries(mailStates).map(([value, label]) => ({ value, label: t(label) })),
          ]}
          onChoose={(chosen) => void navigate({ search: (kept) => ({ ...kept, status: chosen }), replace: true })}
        />
        <Select
          label={t`Type`}
          value={kind ?? ''}
          choices={[
            { value: '', label: t`All types` },
            ...(meta?.kinds ?? []).map((value) => ({ value, label: mailKind(value, t) })),
          ]}
          onChoose={(chosen) => void navigate({ search: (kept) => ({ ...kept, kind: chosen }), replace: true })}
        />
      </div>
      <QueryState query={query} loading={t`Loading emails`} failed={t`We couldn’t load the emails`} />
      {query.data && mails.length === 0 ? (
        <NoMails
          isFiltered={Object.keys(filter).length > 0}
          onClear={() => {
            setTyped('');
            void navigate({ search: {}, replace: true });
          }}
        />
      ) : null}
      {mails.length > 0 ? (
        <Table<OutboxMail>
          caption={t`Emails, newest first`}
          rows={mails}
          keyOf={(each) => each.id}
          busy={query.isPlaceholderData}
          columns={[
            { label: t`Subject`, look: 'main', cell: (each) => <MailLink mail={each} /> },
            { label: t`Recipient`, cell: (each) => <Address>{each.recipient}</Address> },
            { label: t`Type`, look: 'quiet', cell: (each) => mailKind(each.kind, t) },
            {
              label: t`Status`,
              phone: 'first',
              cell: (each) => <State mail={each} isSending={meta?.is_sending ?? true} />,
            },
            { label: t`Created`, look: 'when', cell: (each) => moment(each.created_at) },
          ]}
        />
      ) : null}
      <ShowMore query={query} />
      {mail ? <MailSheet key={mail} mailId={mail} isSending={meta?.is_sending ?? true} onClose={close} /> : null}
    </>
  );
}

function MailLink({ mail }: { mail: OutboxMail }) {
  return (
    <Link
      from="/operator/mails"
      to="."
      search={(kept) => ({ ...kept, mail: mail.id })}
      state={{ openedHere: true }}
      resetScroll={false}
      preload={false}
      className={desk.open}
    >
      {mail.subject}
    </Link>
  );
}

function State({ mail, isSending }: { mail: OutboxMail; isSending: boolean }) {
  const { t } = useLingui();
  return (
    <span className={desk.mark} data-look={mailLook(mail.state)}>
      {t(mailStateName(mail.state, isSending))}
    </span>
  );
}

function NoMails({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<IconMail size={28} stroke={1.4} />}
      title={isFiltered ? t`No emails found` : t`No emails yet`}
      action={
        isFiltered ? (
          <Button look="quiet" onClick={onClear}>
            <Trans>Show all emails</Trans>
          </Button>
        ) : null
      }
    >
      <Trans>Invitations, password links and notifications appear here as soon as they’re created.</Trans>
    </EmptyState>
  );
}
