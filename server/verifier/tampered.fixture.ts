import { ofArchive, ofFiles } from './tampered-archive.fixture.ts'
import { ofCheckpoints, ofCopies } from './tampered-history.fixture.ts'
import { ofRecords } from './tampered-records.fixture.ts'
import { type Tampered, World } from './world.fixture.ts'

/** Every pack that must be refused. */
export async function tamperedPacks(): Promise<{ world: World; good: Buffer; cases: Tampered[] }> {
  const world = await World.make()
  const good = await world.pack()
  const all = [
    ...(await ofFiles(world, good)),
    ...(await ofArchive(good)),
    ...ofRecords(world),
    ...(await ofCheckpoints(world)),
    ...(await ofCopies(world, good)),
  ]
  const cases: Tampered[] = []
  for (const [name, says, bytes, known] of all)
    cases.push({ name, says, bytes: await bytes, known })
  return { world, good, cases }
}
