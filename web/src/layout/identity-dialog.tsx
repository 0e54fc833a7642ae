import { useEffect, useState } from 'react';
import { useApp, useSession } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { identityTexts as texts } from '../messages/identity-texts.ts';
import { CallFormDialog, FormText, useCallForm } from '../ui/form.tsx';

/** Which field proves the person's identity; null where they log in with the company's account alone. */
type Proof = 'password' | 'code' | null;

/** Asks for the password, the second factor or the company's login before a call that needs a recent proof of identity. */
export function IdentityDialog() {
  const { client } = useClients();
  const { allowsPasswords } = useSession();
  const [proof, setProof] = useState<Proof | undefined>();
  useEffect(() => {
    const withoutFactor = allowsPasswords ? 'password' : null;
    client.readSecondFactor().then(
      ({ isActive }) => setProof(isActive ? 'code' : withoutFactor),
      () => setProof(withoutFactor),
    );
  }, [client, allowsPasswords]);
  // The dialog opens with its field, which gets the focus.
  return proof === undefined ? null : <ProofDialog proof={proof} />;
}

function ProofDialog({ proof }: { proof: Proof }) {
  const { client } = useClients();
  const { identityCheck } = useApp();
  const { companyLogin } = useSession();
  const form = useCallForm({ password: '', code: '' });
  const confirm = async (values: { password: string; code: string }) => {
    // Who came back from the company's login types nothing: the repeated call says whether that was enough.
    const isByCompany = companyLogin !== null && (proof === null || values[proof] === '');
    if (proof !== null && !isByCompany) await client.confirmIdentity({ [proof]: values[proof] });
    identityCheck.settle(true);
  };
  return (
    <CallFormDialog form={form} texts={texts} onSubmit={confirm} onClose={() => identityCheck.settle(false)}>
      <p>{texts.lead}</p>
      {proof === 'password' && (
        <FormText form={form} name="password" label={texts.password} type="password" autoComplete="current-password" />
      )}
      {proof === 'code' && (
        <FormText form={form} name="code" label={texts.code} hint={texts.codeHint} autoComplete="one-time-code" spellCheck={false} />
      )}
      {companyLogin && (
        <>
          <a className="button button-plain" data-tone="plain" href={`${companyLogin.url}?confirm=1`} target="_blank" rel="noreferrer">
            {companyLogin.label}
          </a>
          <p className="muted">{texts.companyLead}</p>
        </>
      )}
    </CallFormDialog>
  );
}
