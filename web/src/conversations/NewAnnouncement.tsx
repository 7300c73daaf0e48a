import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../api/checked-by.ts';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { useAnnouncementMutations } from './conversations.data.ts';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { Tick } from '../ui/Tick.tsx';
import { showToast } from '../ui/toasts.ts';

const check = checkedBy(() =>
  import('@vitrine/contract/conversations.ts').then(({ publishAnnouncement }) => publishAnnouncement.body),
);

type Draft = { title: string; body: string; pinned: boolean };

export function NewAnnouncement({ merchant, onClose }: { merchant: string; onClose: () => void }) {
  const { t } = useLingui();
  const { publish } = useAnnouncementMutations(merchant);
  const form = useForm<Draft>({
    defaultValues: { title: '', body: '', pinned: false },
    resolver: check,
  });
  const save = form.handleSubmit(async (draft) => {
    try {
      await publish.mutateAsync(draft);
      showToast(t`Announcement published.`);
      onClose();
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : undefined;
      for (const name of ['title', 'body'] as const) {
        const [reason] = problem?.errors[name] ?? [];
        if (reason) form.setError(name, { message: reason });
      }
      form.setError('root', { message: t(failureText(problem)) });
    }
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <Drawer
      title={t`New announcement`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form="new-announcement" type="submit" wide busy={isSubmitting}>
          <Trans>Publish to all creators</Trans>
        </Button>
      }
    >
      <form id="new-announcement" className={desk.form} onSubmit={(event) => void save(event)} noValidate>
        {errors.root ? (
          <p role="alert" className={desk.alert}>
            {errors.root.message}
          </p>
        ) : null}
        <TextField
          {...form.register('title')}
          label={t`Title`}
          maxLength={140}
          error={errors.title ? t`Please enter a title.` : undefined}
          data-start-here
        />
        <TextArea
          {...form.register('body')}
          label={t`Text`}
          maxLength={8000}
          rows={9}
          error={errors.body ? t`Please write your announcement.` : undefined}
        />
        <Tick {...form.register('pinned')}>
          <Trans>Pin to the top of your creators’ announcements</Trans>
        </Tick>
      </form>
    </Drawer>
  );
}
