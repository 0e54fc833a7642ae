const CONSULT = /^\/(?:Consult_My_Activity|Consult_Activitie_Assigned|Consult_Completed_Activity)\/(\d{1,9})\/?$/;

/** The activity whose consult page a link of the product leads to; null for any other link, of the product or not. */
export function linkedActivity(link: string, publicUrl: string): number | null {
  if (!URL.canParse(link)) return null;
  const { origin, pathname } = new URL(link);
  if (origin !== new URL(publicUrl).origin) return null;
  const id = Number(CONSULT.exec(pathname)?.[1]);
  return id > 0 ? id : null;
}
