import type { Endpoints, Reply } from '@bitacora/core/contract';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { paths } from '../app/paths.ts';
import { Card, Page } from '../layout/page.tsx';
import { deviceTexts as texts } from '../messages/device-texts.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { FormAlert } from '../ui/dialog.tsx';
import { SentForm, TextInput } from '../ui/field.tsx';
import { FormField, useCallForm } from '../ui/form.tsx';
import { Alert } from '../ui/states.tsx';
import { errorSentence, useAttempt, withFieldErrors } from '../ui/use-attempt.ts';
import './activate.css';

type TerminalRequest = Reply<Endpoints['readDeviceAuthorization']>;
type ActivationStep =
  | { kind: 'enter' }
  | { kind: 'question'; userCode: string; request: TerminalRequest }
  | { kind: 'answered'; isApproved: boolean };

const CODE_MAX = 20;

/**
 * Authorizes a terminal that shows a code. The code is typed here and never read from the address, because a link that fills it in would let
 * anybody ask for the confirmation.
 */
export function Component() {
  const { user } = useSession();
  const [step, setStep] = useState<ActivationStep>({ kind: 'enter' });
  return (
    <Page title={texts.title} lead={user.name}>
      <div className="activate">
        {step.kind === 'enter' && <EnterCode onRead={(userCode, request) => setStep({ kind: 'question', userCode, request })} />}
        {step.kind === 'question' && <Question {...step} onAnswer={(isApproved) => setStep({ kind: 'answered', isApproved })} />}
        {step.kind === 'answered' && <AnswerOutcome isApproved={step.isApproved} onAnother={() => setStep({ kind: 'enter' })} />}
      </div>
    </Page>
  );
}

function EnterCode({ onRead }: { onRead: (userCode: string, request: TerminalRequest) => void }) {
  const { client } = useClients();
  const form = useCallForm({ userCode: '' });
  const read = () =>
    form.send(async ({ userCode }) => {
      onRead(userCode, await withFieldErrors(client.readDeviceAuthorization({ userCode }), { 'device.invalidCode': 'userCode' }));
    });
  return (
    <Card title={texts.enterTitle} lead={texts.enterLead}>
      <SentForm ref={form.element} className="activate-form" onSubmit={read}>
        <FormAlert error={form.error} failed={texts.readFailed} fields={['userCode']} />
        <FormField form={form} name="userCode" label={texts.code} hint={texts.codeHint} isRequired>
          {(tie, value, onChange) => (
            <TextInput
              {...tie}
              className="activate-code"
              maxLength={CODE_MAX}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={value}
              onChange={(event) => onChange(event.target.value.toLocaleUpperCase('es-MX'))}
            />
          )}
        </FormField>
        <Button type="submit" tone="accent" isBusy={form.isBusy}>
          {texts.continue}
        </Button>
      </SentForm>
    </Card>
  );
}

interface QuestionProps {
  userCode: string;
  request: TerminalRequest;
  onAnswer: (isApproved: boolean) => void;
}

/** Shows who asks, from where and since when, so that a person who did not ask sees it. */
function Question({ userCode, request, onAnswer }: QuestionProps) {
  const { client } = useClients();
  const attempt = useAttempt();
  const { machine, address, isSameAddress, requestedAt, grant } = request;
  const answer = async (isApproved: boolean) => {
    const isSent = await attempt.run(async () => {
      await client.answerDeviceAuthorization({ userCode, isApproved });
    });
    if (isSent) onAnswer(isApproved);
  };
  const where = address === null ? texts.unknownAddress : isSameAddress ? texts.sameAddress(address) : address;
  const facts = [
    [texts.machine, machine],
    [texts.address, where],
    [texts.requestedAt, writtenInstant(requestedAt)],
    [texts.grant, texts.grants[grant]],
  ] as const;
  return (
    <Card title={texts.question(machine)}>
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, texts.answerFailed)} />}
      <FocusedLine>{texts.warning(userCode)}</FocusedLine>
      <dl className="activate-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!isSameAddress && <p className="activate-note">{texts.otherAddress}</p>}
      <div className="activate-acts">
        <Button tone="accent" isBusy={attempt.isBusy} onClick={() => answer(true)}>
          {texts.approve}
        </Button>
        <Button tone="danger" isBusy={attempt.isBusy} onClick={() => answer(false)}>
          {texts.deny}
        </Button>
      </div>
    </Card>
  );
}

function AnswerOutcome({ isApproved, onAnother }: { isApproved: boolean; onAnother: () => void }) {
  return (
    <Card title={isApproved ? texts.approved : texts.denied}>
      <FocusedLine>{isApproved ? texts.approvedDetail : texts.deniedDetail}</FocusedLine>
      <div className="activate-acts">
        <ButtonLink to={`${paths.profile}#conexiones`}>{texts.toTokens}</ButtonLink>
        <Button tone="quiet" onClick={onAnother}>
          {texts.another}
        </Button>
      </div>
    </Card>
  );
}

/** Takes the focus as it appears, because the button that led here is gone. */
function FocusedLine({ children }: { children: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus(), []);
  return (
    <p ref={line} tabIndex={-1} className="activate-line">
      {children}
    </p>
  );
}
