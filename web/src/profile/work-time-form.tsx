import { readWorkTime, weekdays } from '@bitacora/core/domain/work-time';
import { profileTexts } from '@bitacora/core/messages/account/profile';
import { frame } from '@bitacora/core/messages/layout';
import { useState } from 'react';
import { useFinish } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { Card } from '../layout/page.tsx';
import { workTimeTexts } from '../messages/work-time-texts.ts';
import { Button } from '../ui/button.tsx';
import { Check } from '../ui/choice.tsx';
import { FormAlert } from '../ui/dialog.tsx';
import { SentForm } from '../ui/field.tsx';
import { FormText, useCallForm } from '../ui/form.tsx';

/** Monday first. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

/** The days and hours in which notifications may reach the person, within the company's. */
export function WorkTimeForm({ own, company }: { own: string | null | undefined; company: string }) {
  const { client } = useClients();
  const finish = useFinish();
  const [from = '', to = ''] = (own ?? company).split(' ')[1]?.split('-') ?? [];
  const [days, setDays] = useState(readWorkTime(own ?? company)?.days ?? []);
  const form = useCallForm({ from, to });
  const save = async () => {
    const names = WEEK.filter((day) => days.includes(day)).map((day) => weekdays[day]);
    const send = ({ from, to }: { from: string; to: string }) => client.updateProfile({ workTime: `${names.join(',')} ${from}-${to}` });
    if (await form.send(send)) await finish({ title: profileTexts.personalSaved });
  };
  return (
    <Card title={workTimeTexts.title} lead={workTimeTexts.lead}>
      <SentForm ref={form.element} className="profile-form" onSubmit={save}>
        <FormAlert error={form.error} failed={profileTexts.personalFailed} fields={[]} />
        <fieldset className="field">
          <legend className="field-legend">{workTimeTexts.days}</legend>
          {WEEK.filter((day) => readWorkTime(company)?.days.includes(day)).map((day) => (
            <Check
              key={day}
              label={workTimeTexts.weekdays[day] ?? ''}
              isTicked={days.includes(day)}
              onChange={(isTicked) => setDays(isTicked ? [...days, day] : days.filter((one) => one !== day))}
            />
          ))}
        </fieldset>
        <div className="profile-pair">
          <FormText form={form} name="from" label={workTimeTexts.from} type="time" />
          <FormText form={form} name="to" label={workTimeTexts.to} type="time" />
        </div>
        <Button type="submit" isBusy={form.isBusy}>
          {frame.saveChanges}
        </Button>
      </SentForm>
    </Card>
  );
}
