import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp, useSession } from '../app.ts';
import { Card } from '../layout/card.tsx';
import { deviceTexts as texts } from '../messages/push.ts';
import { disablePush, enablePush, type PushState, readPushState } from '../offline/push.ts';
import { Button } from '../ui/button.tsx';
import { Alert } from '../ui/states.tsx';
import { sentenceOf, useAttempt } from '../ui/use-attempt.ts';

/** Notifications that this browser shows. */
export function ThisDevice() {
  return (
    <Card title={texts.title} lead={texts.lead}>
      <Notices />
    </Card>
  );
}

function Notices() {
  const { pushes } = useApp();
  const { user } = useSession();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const [state, setState] = useState<PushState | null>(null);
  useEffect(() => void readPushState(user.id).then(setState, () => setState('unsupported')), [user.id]);
  const change = () =>
    void attempt.run(async () => {
      const client = await pushes();
      setState(await (state === 'on' ? disablePush(client) : enablePush(client, user.id)));
      await revalidate();
    });
  if (state === null) return null;
  return (
    <>
      {attempt.error !== null && <Alert title={sentenceOf(attempt.error, texts.failed)} />}
      <div className="card-row card-row-only">
        <p className="muted">
          {texts[state]} {state === 'on' && texts.choose}
        </p>
        {(state === 'on' || state === 'off') && (
          <Button isBusy={attempt.isBusy} onClick={change}>
            {state === 'on' ? texts.disable : texts.enable}
          </Button>
        )}
      </div>
    </>
  );
}
