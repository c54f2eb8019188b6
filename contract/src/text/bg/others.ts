import type { others as en } from '../en/others.ts';

export const others: Record<keyof typeof en, string> = {
  OTHERS_LOOKS: '{names} гледа',
  OTHERS_LOOK: '{names} гледат',
  OTHERS_WRITES: '{names} пише',
  OTHERS_WRITE: '{names} пишат',
  OTHERS_MORE_one: 'още {count}',
  OTHERS_MORE_other: 'още {count}',
  OTHERS_ANSWERED: 'Междувременно {name} отговори на клиента. Написаното от Вас не е изпратено.',
  OTHERS_UNSENT: 'Вашето съобщение: {words}',
  OTHERS_BEHIND: 'Първо решете какво да стане със съобщението по-горе.',
  OTHERS_SEND_ANYWAY: 'Изпращане въпреки това',
  OTHERS_READ_FIRST: 'Преглед на отговора',
  COLLEAGUE_ANSWERED: 'Междувременно {name} отговори на клиента.',
};
