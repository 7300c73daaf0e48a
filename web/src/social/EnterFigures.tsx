import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { useRegion } from '../accounts/accounts.data.ts';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import type { PlatformEntry } from './platforms.ts';
import { today } from '../format/dates.ts';
import { useSocialMutations } from './social.data.ts';
import styles from './social.module.css';

type Typed = { handle: string; day: string; followers: string; posts: string; perPost: string };

/** Thousands can be separated by points, commas or spaces. */
function countOf(text: string): number | undefined {
  const digits = text.replaceAll(/[\s.,’'_]/g, '');
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined;
}

/** Enters a day's figures manually, for an account that isn't connected or a day that was missed. */
export function EnterFigures({ entry, onClose }: { entry: PlatformEntry; onClose: () => void }) {
  const { t } = useLingui();
  const { enter } = useSocialMutations();
  const { timeZone } = useRegion();
  const now = today(timeZone);
  const form = useForm<Typed>({
    defaultValues: { handle: entry.handle ?? '', day: now, followers: '', posts: '', perPost: '' },
  });
  const wholeNumber = t`Please enter a whole number, like 48200.`;
  const isCount = (text: string) => countOf(text) !== undefined || wholeNumber;
  const isCountOrNothing = (text: string) => text.trim() === '' || isCount(text);
  const save = form.handleSubmit(async ({ handle, day, followers, posts, perPost }) => {
    const body = {
      platform: entry.icon,
      ...(handle.trim() && { handle: handle.trim() }),
      day,
      followers: countOf(followers) ?? 0,
      posts: countOf(posts) ?? null,
      engagements_per_post: countOf(perPost) ?? null,
    };
    await enter.mutateAsync(body).then(
      () => {
        showToast(t`${entry.name} figures saved.`);
        onClose();
      },
      (error: unknown) => {
        const problem = error instanceof ApiProblem ? error : undefined;
        if (problem?.errors['day'])
          form.setError('day', {
            message: t`You can’t enter figures for this day. It’s in the future, too long ago, or already has figures from the platform.`,
          });
        else form.setError('root', { message: t(failureText(problem)) });
      },
    );
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <Drawer
      title={t`${entry.name} figures`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form="enter-figures" type="submit" wide busy={isSubmitting}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <form id="enter-figures" className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        {errors.root ? (
          <p role="alert" className={styles.alert}>
            {errors.root.message}
          </p>
        ) : null}
        {entry.connection === undefined || entry.connection.state === 'manual' ? (
          <TextField
            {...form.register('handle', {
              validate: (text) => text.trim() !== '' || t`Please enter your username on this platform.`,
            })}
            label={t`Your ${entry.name} username`}
            lead="@"
            maxLength={60}
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
            error={errors.handle?.message}
          />
        ) : null}
        <TextField
          {...form.register('day', { required: t`Please choose a day.` })}
          label={t`Day`}
          type="date"
          max={now}
          error={errors.day?.message}
        />
        <TextField
          {...form.register('followers', { validate: isCount })}
          label={entry.icon === 'youtube' ? t`Subscribers` : t`Followers`}
          inputMode="numeric"
          autoComplete="off"
          error={errors.followers?.message}
        />
        <TextField
          {...form.register('posts', { validate: isCountOrNothing })}
          label={t`Posts`}
          hint={t`Optional.`}
          inputMode="numeric"
          autoComplete="off"
          error={errors.posts?.message}
        />
        <TextField
          {...form.register('perPost', { validate: isCountOrNothing })}
          label={t`Average likes and comments per post (optional)`}
          hint={t`We use it to calculate your engagement rate.`}
          inputMode="numeric"
          autoComplete="off"
          error={errors.perPost?.message}
        />
      </form>
    </Drawer>
  );
}
