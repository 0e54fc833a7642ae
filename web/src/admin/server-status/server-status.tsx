import type { ServerConcern } from '@bitacora/core/domain/server/server-concerns';
import { serverConcerns } from '@bitacora/core/domain/server/server-concerns';
import { concernTexts, serverStatus } from '@bitacora/core/messages/server-status';
import { RotateCw } from 'lucide-react';
import { type LoaderFunctionArgs, useRevalidator } from 'react-router-dom';
import { appOf } from '../../app.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { StatusCards } from './status-cards.tsx';
import './server-status.css';

export function loader(args: LoaderFunctionArgs) {
  return { status: deferred(appOf(args).client.readStatus()) };
}

export function Component() {
  const { status } = useLoaded<typeof loader>();
  const { revalidate, state } = useRevalidator();
  return (
    <Page
      title={serverStatus.title}
      lead={
        <Loaded of={status} skeleton={<span>&nbsp;</span>} isSilent>
          {(facts) => {
            const { length } = serverConcerns(facts);
            return length === 0 ? serverStatus.well : <span className="late">{serverStatus.concerned(length)}</span>;
          }}
        </Loaded>
      }
      actions={
        <Button icon={RotateCw} isBusy={state === 'loading'} onClick={() => void revalidate()}>
          {serverStatus.refresh}
        </Button>
      }
    >
      <Loaded of={status}>
        {(facts) => (
          <>
            <Concerns concerns={serverConcerns(facts)} />
            <StatusCards facts={facts} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Problems, each with what to do about it. */
function Concerns({ concerns }: { concerns: readonly ServerConcern[] }) {
  if (concerns.length === 0) return null;
  return (
    <div className="server-concerns">
      {concerns.map((concern) => (
        <Alert key={concern} title={concernTexts[concern].title}>
          {concernTexts[concern].advice}
        </Alert>
      ))}
    </div>
  );
}
