import type { Settings } from '../settings.ts';

const DEMO_LOGINS = ['gerente@demo.mx', 'supervisor@demo.mx', 'empleado@demo.mx', 'desarrollo@demo.mx', 'inactivo@demo.mx (inactivo)'];

/** What a person reads when everything is ready. */
export function banner({ publicUrl, smtpUrl, dataDir }: Settings, isDemo: boolean): string {
  const lines = [`Bitácora está lista: ${publicUrl}`];
  if (isDemo)
    lines.push('', 'Empresa de demostración. Entra con la contraseña demo1234 como:', ...DEMO_LOGINS.map((login) => `  ${login}`));
  if (!smtpUrl) lines.push('', `Los correos se guardan en ${dataDir}/outbox (configura SMTP_URL para enviarlos).`);
  return ['', ...lines, '', 'Ctrl-C la detiene.', ''].join('\n');
}
