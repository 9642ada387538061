import type { Person } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { pictureQuery, type Pictured } from './people.api.ts'

type PersonAvatarProps = {
  person: Pictured & Pick<Person, 'name'>
  size?: ComponentProps<typeof Avatar>['size']
}

/** A person's picture, or their initials until it is there and where there is none. */
export function PersonAvatar({ person, size }: PersonAvatarProps) {
  const { data } = useQuery(pictureQuery(person, size === 'xl' ? '512' : '96'))
  return <Avatar name={person.name} size={size} src={data} />
}
