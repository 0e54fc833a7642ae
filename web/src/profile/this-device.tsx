import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp, useSession } from '../app.ts';
import { Card } from '../layout/card.tsx';
import { deviceTexts as texts } from '../messages/push.ts';
import { disablePush, enablePush, type PushState, readPushState } from '../offline/push.ts';
import { Button } from '../ui/button.tsx';
import { Fold } from '../ui/fold.tsx';
import { Alert } from '../ui/states.tsx';
import { sentenceOf, useAttempt } from '../ui/use-attempt.ts';
import { AndroidPicture, IphonePicture } from './install-pictures.tsx';

/** Chromium alone offers it; TypeScript's library does not know it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}
let installPrompt: InstallPrompt | null = null;
const listeners = new Set<() => void>();
if (typeof window !== 'undefined')
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt = event as InstallPrompt;
    for (const listener of listeners) listener();
  });

/** Installing the product in this device, and notifications that this browser shows. */
export function ThisDevice() {
  return (
    <Card title={texts.title} lead={texts.lead}>
      <Notices />
      <Installation />
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

const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;

function Installation() {
  const [prompt, setPrompt] = useState(installPrompt);
  useEffect(() => {
    const follow = () => setPrompt(installPrompt);
    listeners.add(follow);
    return () => {
      listeners.delete(follow);
    };
  }, []);
  if (isInstalled()) return <p className="muted">{texts.installed}</p>;
  return (
    <>
      {prompt && <Button onClick={() => void prompt.prompt()}>{texts.install}</Button>}
      <Fold label={texts.howToInstall}>
        <div className="install-ways">
          <Way text={texts.android} picture={<AndroidPicture label={texts.android.picture} />} />
          <Way text={texts.iphone} picture={<IphonePicture label={texts.iphone.picture} />} />
        </div>
      </Fold>
    </>
  );
}

interface WayProps {
  text: { name: string; steps: readonly string[] };
  picture: React.ReactNode;
}
const Way = ({ text: { name, steps }, picture }: WayProps) => (
  <section>
    <h3>{name}</h3>
    {picture}
    <ol>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </section>
);
