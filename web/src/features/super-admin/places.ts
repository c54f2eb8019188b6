import { listPlaces } from './list-place.ts';

export const accountPlaces = listPlaces(
  ['name,asc', 'name,desc', 'createdAt,asc', 'createdAt,desc', 'status,asc', 'status,desc', 'userCount,asc', 'userCount,desc'],
  'name,asc',
);

export const superUserPlaces = listPlaces(
  ['name,asc', 'name,desc', 'email,asc', 'email,desc', 'createdAt,asc', 'createdAt,desc'],
  'name,asc',
);
