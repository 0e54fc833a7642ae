import { describe, expect, inject, it } from 'vitest';
import { addDays } from '../../core/src/domain/calendar.ts';
import { seriousOn } from '../axe.ts';
import { sessionClient } from '../client.ts';
import { loggedIn } from '../logged-in.ts';
import { inDialog } from '../on-screen.ts';

const PEOPLE = 12;
const EMPLOYEE = 'empleado@demo.mx';

describe.runIf(inject('browserEndpoint'))('the morning meeting', () => {
  const { manager, employee } = loggedIn({ manager: 'gerente@demo.mx', employee: EMPLOYEE });

  it('of twelve people is held by the keyboard alone, and its minute names every act', async () => {
    const department = `Turno ${Date.now()}`;
    const client = sessionClient(manager.context);
    const { id: topicId } = await client.createTopic({ name: department, description: null, department });
    const users = (await client.listUsers()).filter(({ isActive, email }) => isActive && email !== 'gerente@demo.mx');
    const team = [...users.filter(({ email }) => email === EMPLOYEE), ...users.filter(({ email }) => email !== EMPLOYEE)].slice(0, PEOPLE);
    const { today } = await client.readSession();
    const facts = { topicId, priority: 'normal', dueOn: addDays(today, 3), repeats: null } as const;
    for (const { id } of team) {
      await client.assignTopic({ topicId, userId: id });
      const { id: activityId } = await client.assignActivity({ ...facts, assigneeId: id, description: `${department} de ${id}` });
      if (id !== team[0]?.id) continue;
      const worker = sessionClient(employee.context);
      await worker.startActivity({ activityId });
      await worker.completeActivity({ activityId, resolution: 'Listo' });
    }

    const { page } = manager;
    await page.goto(`/Stand_Up?department=${encodeURIComponent(department)}`);
    await page.getByText(`${PEOPLE} personas`).waitFor();
    let keys = 0;
    const press = (key: string) => {
      keys += 1;
      return page.keyboard.press(key);
    };
    const doneRow = page.locator('.stand-up-done');
    const acts: [folio: string, phrase: string][] = [];
    const folio = async () => (await page.locator('.stand-up-row[aria-current] > span').first().textContent()) ?? '';

    await press('Enter');
    for (let place = 1; place <= PEOPLE; place += 1) {
      await page.getByText(`${place} de ${PEOPLE}`).waitFor();
      await page.locator('.stand-up-row:focus').waitFor();
      const isDelivered = (await page.getByText('Entregada', { exact: true }).count()) > 0;
      if (isDelivered || place % 4 === 0) {
        await press(isDelivered ? 'v' : 'r');
        await inDialog(page).waitFor();
        await press('Control+Enter');
        await doneRow.waitFor();
        acts.push([await folio(), isDelivered ? 'la verificó' : 'envió un recordatorio']);
      }
      if (place === 1) expect(await seriousOn(page)).toEqual([]);
      if (place < PEOPLE) await press('ArrowRight');
    }
    await press('n');
    await inDialog(page).getByRole('textbox').waitFor();
    await page.keyboard.type('Pedir filtros');
    await press('Control+Enter');
    await inDialog(page).waitFor({ state: 'detached' });
    await press('Escape');

    const decided = page.locator('section', { has: page.getByRole('heading', { name: `Se decidió (${acts.length})` }) });
    await decided.waitFor();
    expect(acts.map(([, phrase]) => phrase)).toContain('la verificó');
    const lines = await decided.getByRole('listitem').allTextContents();
    for (const [id, phrase] of acts) expect(lines.filter((line) => line.startsWith(id) && line.includes(phrase))).toHaveLength(1);
    expect(lines).toHaveLength(acts.length);
    await page.getByText('Pedir filtros').waitFor();
    expect(await seriousOn(page)).toEqual([]);
    // A key every four seconds is a meeting of three minutes.
    expect(keys).toBeLessThan(45);
    await page.reload();
    await decided.waitFor();
    await page.getByText('Pedir filtros').waitFor();
  });
});
