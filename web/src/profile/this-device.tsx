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
declare global {
  interface Window {
    /** Kept by `theme.js`, because a browser offers the installation once, before this page is there. */
    installPrompt?: InstallPrompt;
  }
}

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
  const [prompt, setPrompt] = useState(window.installPrompt);
  useEffect(() => {
    const follow = (event: Event) => setPrompt(event as InstallPrompt);
    window.addEventListener('beforeinstallprompt', follow);
    return () => window.removeEventListener('beforeinstallprompt', follow);
  }, []);
  const install = () => {
    void prompt?.prompt();
    // A browser takes an offer once.
    setPrompt(undefined);
    delete window.installPrompt;
  };
  if (isInstalled()) return <p className="muted">{texts.installed}</p>;
  return (
    <>
      {prompt && <Button onClick={install}>{texts.install}</Button>}
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
