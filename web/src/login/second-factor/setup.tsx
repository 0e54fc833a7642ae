import './second-factor.css';
import { frame } from '@bitacora/core/messages/layout';
import qrcode from 'qrcode/lib/core/qrcode.js';
import { useState } from 'react';
import { type LoaderFunctionArgs, redirect, useLocation, useNavigate } from 'react-router-dom';
import { getApp, useApp } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { paths } from '../../app/paths.ts';
import { readDestination, requestAddress } from '../../app/route-guards.ts';
import { factorTexts as texts } from '../../messages/second-factor-texts.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/dialog.tsx';
import { SentForm } from '../../ui/field.tsx';
import { FormText, useCallForm } from '../../ui/form.tsx';
import { LoginFrame } from '../login-frame.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const CODE_MAX = 40;
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

interface SecondFactorSetupProps {
  /** For a page without a title of its own. */
  lead?: string;
  /** The person has a second factor, and proves it with a code. */
  isReplacement?: boolean;
  onDone: () => void;
}

/** Sets a second factor up in three steps: password, code of the app, recovery codes. */
export function SecondFactorSetup({ lead, isReplacement = false, onDone }: SecondFactorSetupProps) {
  const { client } = useClients();
  const form = useCallForm({ currentPassword: '', code: '' });
  const [pendingFactor, setPendingFactor] = useState<{ secret: string; url: string } | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const submit = () =>
    form.send(async ({ currentPassword, code }) => {
      if (pendingFactor) return setRecoveryCodes((await client.confirmSecondFactor({ code })).recoveryCodes);
      setPendingFactor(await client.beginSecondFactor({ currentPassword, ...(isReplacement && { code }) }));
      form.setValue('code', '');
    });
  if (recoveryCodes)
    return (
      <>
        {lead && <h2 className="factor-title">{texts.codesTitle}</h2>}
        <RecoveryCodes codes={recoveryCodes} onSaved={onDone} />
      </>
    );
  return (
    <SentForm ref={form.element} className="factor-form" onSubmit={submit}>
      {lead && <p className="muted">{lead}</p>}
      <FormAlert error={form.error} failed={texts.setupFailed} fields={['currentPassword', 'code']} />
      {pendingFactor ? (
        <>
          <p>{texts.scan}</p>
          <QrCode text={pendingFactor.url} label={texts.qr} />
          <p className="muted">
            {texts.secret} <span className="factor-secret">{inFours(pendingFactor.secret)}</span>
          </p>
          <FormText
            key="code"
            form={form}
            name="code"
            hint={texts.codeHint}
            label={isReplacement ? texts.newCode : texts.code}
            maxLength={CODE_MAX}
            autoComplete="one-time-code"
            inputMode="numeric"
            // The step before had the focus.
            autoFocus
            isRequired
          />
        </>
      ) : (
        <>
          {isReplacement && <p>{texts.replaceLead}</p>}
          <FormText
            key="password"
            form={form}
            name="currentPassword"
            label={texts.password}
            type="password"
            autoComplete="current-password"
            // The dialog or page opens for it.
            autoFocus
            isRequired
          />
          {isReplacement && (
            <FormText form={form} name="code" label={texts.currentCode} hint={texts.eitherHint} autoComplete="one-time-code" isRequired />
          )}
        </>
      )}
      <Button tone="accent" type="submit" isBusy={form.isBusy}>
        {pendingFactor ? (isReplacement ? texts.replace : texts.confirm) : texts.next}
      </Button>
    </SentForm>
  );
}

/** Squares of empty border that readers need. */
const QUIET = 4;

/** A QR code, dark on light in both themes because readers need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const rows = Array.from({ length: size }, (_, row) => row);
  const dark = rows.flatMap((row) => rows.filter((column) => modules.get(row, column)).map((column) => `M${column} ${row}h1v1h-1z`));
  const side = size + 2 * QUIET;
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} shapeRendering="crispEdges">
      <rect className="qr-code-light" x={-QUIET} y={-QUIET} width={side} height={side} />
      <path className="qr-code-dark" d={dark.join('')} />
    </svg>
  );
}

export async function loader(args: LoaderFunctionArgs) {
  const { session } = getApp(args);
  const current = await session.current();
  if (!current.user) throw redirect(paths.login);
  if (!current.isSecondFactorDue) throw redirect(readDestination(requestAddress(args.request)));
  return current;
}

/** Makes a person who must have a second factor set one up before anything else. */
export function Component() {
  const { client } = useClients();
  const { session } = useApp();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const go = async (to: string) => {
    session.forget();
    await navigate(to, { replace: true });
  };
  return (
    <LoginFrame title={texts.title}>
      <div className="factor-page">
        <SecondFactorSetup
          lead={texts.requiredLead}
          onDone={() => void go(readDestination(new URL(pathname + search + hash, window.location.origin)))}
        />
        <Button tone="quiet" onClick={() => void client.logOut().finally(() => go(paths.login))}>
          {frame.logout}
        </Button>
      </div>
    </LoginFrame>
  );
}
