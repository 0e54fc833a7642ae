import type { Endpoints, Reply } from '@bitacora/core/contract';
import { writtenInstantDay } from '@bitacora/core/messages/dates';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useFinish, useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { Loaded } from '../../layout/loaded.tsx';
import { Card } from '../../layout/page.tsx';
import { factorTexts as texts } from '../../messages/second-factor-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, type DialogTexts, focusFirst } from '../../ui/dialog.tsx';
import { CallFormDialog, FormText, useCallForm } from '../../ui/form.tsx';
import { later } from '../../ui/later.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const Setup = later(async () => (await import('./setup.tsx')).SecondFactorSetup);

type OwnSecondFactor = Reply<Endpoints['readSecondFactor']>;

/** The second factor in the profile: set up, renew codes, turn off. */
export function OwnFactor({ factor }: { factor: Promise<OwnSecondFactor> }) {
  return (
    <Card title={texts.title} lead={texts.lead}>
      <Loaded of={factor}>{(current) => <FactorRow factor={current} />}</Loaded>
    </Card>
  );
}

function FactorRow({ factor }: { factor: OwnSecondFactor }) {
  const { zone } = useSession();
  const { client } = useClients();
  const { revalidate } = useRevalidator();
  const finish = useFinish();
  const [open, setOpen] = useState<'setup' | 'replace' | 'renew' | 'remove' | null>(null);
  const close = () => {
    setOpen(null);
    void revalidate();
  };
  const finishSetup = () => {
    setOpen(null);
    void finish({ title: factor.isActive ? texts.replaced : texts.added });
  };
  const facts = factor.since
    ? [texts.since(writtenInstantDay(factor.since, zone)), texts.codesLeft(factor.recoveryCodesLeft)]
    : [texts.none];
  return (
    <>
      <div className="card-row card-row-only">
        <div>
          <p className="muted">{facts.join(' · ')}</p>
          {factor.isActive && factor.isRequired && <p className="muted">{texts.required}</p>}
        </div>
        <span className="card-row-acts">
          {factor.isActive ? (
            <>
              <Button onClick={() => setOpen('renew')}>{texts.renew}</Button>
              <Button onClick={() => setOpen('replace')}>{texts.replace}</Button>
              {!factor.isRequired && (
                <Button tone="danger" onClick={() => setOpen('remove')}>
                  {texts.remove}
                </Button>
              )}
            </>
          ) : (
            <Button icon={ShieldCheck} onClick={() => setOpen('setup')}>
              {texts.add}
            </Button>
          )}
        </span>
      </div>
      {(open === 'setup' || open === 'replace') && (
        <Dialog title={open === 'setup' ? texts.setupTitle : texts.replaceTitle} onClose={close} footer={null}>
          <Setup isReplacement={open === 'replace'} onDone={finishSetup} />
        </Dialog>
      )}
      {open === 'renew' && <RenewDialog onClose={close} />}
      {open === 'remove' && (
        <CodeDialog texts={texts.removal} act={(code) => client.removeSecondFactor({ code })} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function RenewDialog({ onClose }: { onClose: () => void }) {
  const { client } = useClients();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes)
    return (
      <Dialog title={texts.codesTitle} onClose={onClose} footer={null}>
        <RecoveryCodes codes={codes} onSaved={onClose} />
      </Dialog>
    );
  return (
    <CodeDialog
      texts={texts.renewal}
      onClose={onClose}
      act={async (code) => {
        setCodes((await client.renewRecoveryCodes({ code })).recoveryCodes);
        // The codes take the place of the dialog.
        return false;
      }}
    />
  );
}

interface CodeDialogProps {
  texts: DialogTexts & { body: string };
  act: (code: string) => Promise<unknown>;
  onClose: () => void;
}

/** An act that a code of the app or a recovery code confirms. */
function CodeDialog({ act, ...dialog }: CodeDialogProps) {
  const form = useCallForm({ code: '' });
  return (
    <CallFormDialog {...dialog} form={form} onSubmit={({ code }) => act(code)}>
      <p>{dialog.texts.body}</p>
      <FormText
        form={form}
        name="code"
        label={texts.code}
        hint={texts.eitherHint}
        {...focusFirst}
        autoComplete="one-time-code"
        isRequired
      />
    </CallFormDialog>
  );
}
