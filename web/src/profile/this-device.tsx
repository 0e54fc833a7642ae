import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useSession } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { Card } from '../layout/page.tsx';
import { deviceTexts as texts } from '../messages/profile-texts.ts';
import { disablePush, enablePush, type PushState, readPushState } from '../offline/push.ts';
import { Button } from '../ui/button.tsx';
import { Fold } from '../ui/fold.tsx';
import { Alert } from '../ui/states.tsx';
import { errorSentence, useAttempt } from '../ui/use-attempt.ts';

/** Draws a phone, with `children` on its screen. */
const Phone = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <svg className="install-picture" viewBox="0 0 120 200" role="img" aria-label={label}>
    <rect className="phone" x="4" y="4" width="112" height="192" rx="14" />
    <rect className="line" x="16" y="34" width="60" height="6" rx="3" />
    <rect className="line" x="16" y="46" width="44" height="6" rx="3" />
    {children}
  </svg>
);

/** The menu of three points, open, with the entry to press. */
const AndroidPicture = ({ label }: { label: string }) => (
  <Phone label={label}>
    <circle className="mark" cx="104" cy="16" r="2" />
    <circle className="mark" cx="104" cy="22" r="2" />
    <circle className="mark" cx="104" cy="28" r="2" />
    <rect className="sheet" x="40" y="34" width="68" height="96" rx="6" />
    <rect className="line" x="50" y="46" width="40" height="6" rx="3" />
    <rect className="line" x="50" y="64" width="46" height="6" rx="3" />
    <rect className="mark-box" x="46" y="80" width="56" height="18" rx="5" />
    <path className="mark-line" d="M56 85v7m-3-3 3 3 3-3M64 89h30" />
    <rect className="line" x="50" y="110" width="36" height="6" rx="3" />
  </Phone>
);

/** The share button below, and the list with the entry to press. */
const IphonePicture = ({ label }: { label: string }) => (
  <Phone label={label}>
    <rect className="sheet" x="12" y="70" width="96" height="84" rx="8" />
    <rect className="line" x="22" y="82" width="50" height="6" rx="3" />
    <rect className="line" x="22" y="98" width="40" height="6" rx="3" />
    <rect className="mark-box" x="18" y="112" width="84" height="20" rx="5" />
    <path className="mark-line" d="M26 122h44M90 117v10m-5-5h10" />
    <rect className="line" x="22" y="140" width="46" height="6" rx="3" />
    <path className="mark-line" d="M53 172h-3v14h20v-14h-3M60 180v-17m-4 4 4-4 4 4" />
  </Phone>
);

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

/** Installs the product on this device, and turns on the notifications of this browser. */
export function ThisDevice() {
  return (
    <Card title={texts.title} lead={texts.lead}>
      <Notices />
      <Installation />
    </Card>
  );
}

function Notices() {
  const { client } = useClients();
  const { user } = useSession();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const [state, setState] = useState<PushState | null>(null);
  useEffect(() => void readPushState(user.id).then(setState, () => setState('unsupported')), [user.id]);
  const change = () =>
    void attempt.run(async () => {
      setState(await (state === 'on' ? disablePush(client) : enablePush(client, user.id)));
      await revalidate();
    });
  if (state === null) return null;
  return (
    <>
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, texts.failed)} />}
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
