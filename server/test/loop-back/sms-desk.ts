import { type Desk, givenDesk } from './desk.ts';

/** A desk that writes by SMS alone. */
export interface SmsDesk extends Desk<'SMS'> {
  /** Id of the application. */
  sms: string;
}

/** @param takesKey whether the provider knows what it was sent already, by its key */
export async function givenSmsDesk(how: { takesKey: boolean; timeoutMs: number }): Promise<SmsDesk> {
  const desk = await givenDesk({ SMS: {} }, how);
  return { ...desk, sms: desk.applications.SMS };
}
