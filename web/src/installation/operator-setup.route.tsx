import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import type { Installation } from '@vitrine/contract/installation.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { brandsQuery } from '../operators/operators.data.ts';
import { FirstBrand } from './FirstBrand.tsx';
import { installationQuery } from './installation.data.ts';
import { InstallationAddress } from './InstallationAddress.tsx';
import { InstallationName } from './InstallationName.tsx';
import { MailSettings } from './MailSettings.tsx';

export default createLazyRoute('/operator-frame/operator/setup')({ component: OperatorSetupPage });

const route = getRouteApi('/operator-frame/operator/setup');
const steps = ['name', 'address', 'mail', 'brand'] as const;
type Step = (typeof steps)[number];

/** What a new installation needs, one step at a time. Every step can be skipped; Settings has them all. */
function OperatorSetupPage() {
  const { t } = useLingui();
  const { step: named } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(installationQuery());
  const { data: brands } = useQuery(brandsQuery());
  // Without a brand, creating one is the main action of the last step.
  const hasBrand = brands !== undefined && brands.length > 0;
  const step = steps.find((each) => each === named) ?? 'name';
  const index = steps.indexOf(step);
  const number = index + 1;
  const { length: count } = steps;
  const go = (to: Step | undefined) =>
    void (to ? navigate({ search: { step: to } }) : navigate({ to: '/operator/brands' }));
  const next = () => go(steps[number]);
  const isLast = number === count;
  return (
    <>
      <Masthead heading={t`Setup`} dateline={t`Step ${number} of ${count}`} />
      <QueryState query={query} loading={t`Loading setup`} failed={t`We couldn’t load the setup`} rows={3} />
      {query.data ? (
        <div className={desk.story}>
          <StepContent key={step} step={step} installation={query.data} onNext={next} />
          {index > 0 ? (
            <div className={desk.actions}>
              <Button look="quiet" onClick={() => go(steps[index - 1])}>
                <Trans>Back</Trans>
              </Button>
              <Button look={isLast && !hasBrand ? 'quiet' : 'solid'} onClick={next}>
                {isLast ? <Trans>Finish setup</Trans> : <Trans>Continue</Trans>}
              </Button>
            </div>
          ) : null}
          <p className={desk.quiet}>
            <Trans>You can come back to all of this under Settings and Brands.</Trans>
          </p>
        </div>
      ) : null}
    </>
  );
}

type StepContentProps = { step: Step; installation: Installation; onNext: () => void };

function StepContent({ step, installation, onNext }: StepContentProps) {
  if (step === 'name') {
    const skip = (
      <Button look="quiet" onClick={onNext}>
        <Trans>Skip</Trans>
      </Button>
    );
    return <InstallationName installation={installation} onSaved={onNext} beside={skip} />;
  }
  if (step === 'address') return <InstallationAddress installation={installation} />;
  if (step === 'mail') return <MailSettings installation={installation} />;
  return <FirstBrand />;
}
