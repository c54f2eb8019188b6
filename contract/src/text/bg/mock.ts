/** What stands above the application where it runs alone, on invented answers. */
export const mock = {
  MOCK_BANNER_NAME: 'Демонстрация',
  MOCK_BANNER:
    'Демонстрация: всичко тук е измислено. Не се пита сървър, нищо не се изпраща и каквото направите, се забравя при затваряне на страницата.',
};
