import { area, type Draw, disc, each, line, mirrored, oval, rect, rotated } from './shapes.ts'

/** Home decor and furniture. */
export const home = {
  candle: ({ main, light, shade, deep, accent, paper }) =>
    area('M400 190Q450 250 430 292 400 320 370 292 350 250 400 190Z', accent) +
    area('M400 236Q424 270 412 292 400 302 388 292 376 270 400 236Z', paper) +
    line('M400 300V340', deep, 8) +
    rect(270, 330, 260, 310, main, 24) +
    area('M450 330h56q24 0 24 24v262q0 24-24 24h-56z', shade) +
    oval(400, 346, 130, 26, light) +
    rect(310, 440, 180, 120, paper, 10) +
    line('M350 486h100M370 518h60', deep, 8),

  cushion: ({ main, light, shade, accent }) =>
    area('M190 250Q400 290 610 250 570 440 610 630 400 590 190 630 230 440 190 250Z', main) +
    area('M610 250Q570 440 610 630 520 612 450 606 500 440 470 268 540 264 610 250Z', shade) +
    each([330, 400, 470], (x) => area(`M${x} 360l34 80-34 80-34-80z`, x === 400 ? accent : light)) +
    each(
      [
        [190, 250],
        [610, 250],
        [190, 630],
        [610, 630],
      ] as const,
      ([x, y]) => disc(x, y, 14, accent),
    ),

  blanket: ({ main, light, shade, deep, accent }) =>
    rect(180, 470, 440, 150, shade, 60) +
    rect(180, 380, 440, 150, main, 60) +
    rect(180, 290, 440, 150, light, 60) +
    rect(180, 340, 440, 26, accent) +
    rect(180, 436, 440, 20, deep) +
    rect(180, 530, 440, 26, accent) +
    each([220, 268, 316, 364, 412, 460, 508, 556], (x) => line(`M${x} 616v36`, deep, 9)),

  lamp: ({ main, light, shade, deep, wood, bark }) =>
    area('M300 190H500L580 420H220Z', main) +
    area('M440 190H500L580 420H480Z', shade) +
    area('M300 190H350L300 420H220Z', light) +
    oval(400, 420, 180, 22, deep) +
    rect(386, 430, 28, 160, wood) +
    oval(400, 520, 54, 50, wood) +
    area('M414 470a54 50 0 0 1 0 98z', bark) +
    rect(290, 586, 220, 54, bark, 26),

  vase: ({ main, light, shade, deep, accent, leaf }) =>
    line('M400 380Q380 260 330 180M400 380Q410 240 470 150M400 380Q440 300 530 240', leaf, 9) +
    each(
      [
        [330, 180],
        [470, 150],
        [530, 240],
      ] as const,
      ([x, y]) => disc(x, y, 40, accent) + disc(x, y, 16, light),
    ) +
    area('M378 300q-60-10-76 40 56 20 80 0z', leaf) +
    area('M340 360h120l-14 50q124 60 104 150-20 80-90 80H340q-70 0-90-80-20-90 104-150z', main) +
    area('M446 410q124 60 104 150-20 80-90 80h-50q110-60 10-230z', shade) +
    oval(400, 360, 62, 14, deep) +
    line('M254 540Q400 590 546 540', light, 12),

  plant: ({ main, light, shade, deep, leaf }) =>
    mirrored(
      area('M400 440Q250 420 220 270 380 280 400 440Z', leaf) +
        area('M400 440Q320 320 346 170 430 250 400 440Z', '#557a52') +
        line('M400 440Q330 380 250 300', '#8fb083', 6),
    ) +
    area('M400 440Q350 280 400 150 450 280 400 440Z', '#7ea275') +
    area('M270 440H530L500 640H300Z', main) +
    area('M450 440H530L500 640H440Z', shade) +
    rect(250, 420, 300, 54, light, 12) +
    rect(280, 474, 240, 12, deep),

  clock: ({ main, light, shade, deep, accent, paper }) =>
    disc(400, 400, 230, shade) +
    disc(392, 392, 226, main) +
    disc(400, 400, 182, paper) +
    each([0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330], (turn) =>
      rotated(turn, rect(394, 232, 12, turn % 90 ? 18 : 36, turn % 90 ? light : deep, 5)),
    ) +
    line('M400 400 330 330', deep, 16) +
    line('M400 400 470 290', deep, 12) +
    line('M400 430V250', accent, 5) +
    disc(400, 400, 16, accent),

  print: ({ main, light, shade, deep, accent, paper, wood, bark }) =>
    rect(200, 140, 400, 500, bark, 6) +
    rect(200, 140, 390, 490, wood, 6) +
    rect(226, 166, 338, 438, paper) +
    rect(262, 202, 266, 366, light) +
    disc(460, 290, 50, accent) +
    area('M262 470 350 340 440 450 486 400 528 450V568H262Z', main) +
    area('M262 520 340 450 430 530 528 490V568H262Z', shade) +
    line('M262 568H528', deep, 4),

  towel: ({ main, light, shade, deep, accent, wood }) =>
    rect(150, 190, 500, 24, wood, 12) +
    area('M230 196H570V600H230Z', main) +
    area('M480 196H570V600H480Z', shade) +
    area('M230 196H400V470H230Z', light) +
    rect(230, 410, 170, 20, accent) +
    rect(230, 540, 340, 24, deep) +
    rect(230, 572, 340, 10, accent) +
    each([240, 274, 308, 342, 376, 410, 444, 478, 512, 546], (x) => line(`M${x + 6} 600v28`, main, 8)),

  soap: ({ main, light, shade, deep, accent, paper, wood, bark }) =>
    rect(190, 570, 420, 34, wood, 12) +
    rect(230, 600, 60, 40, bark, 6) +
    rect(510, 600, 60, 40, bark, 6) +
    rect(220, 400, 360, 170, shade, 44) +
    rect(220, 380, 360, 170, main, 44) +
    rect(300, 380, 200, 170, paper) +
    rect(300, 410, 200, 10, accent) +
    rect(300, 510, 200, 10, accent) +
    line('M340 465h120', deep, 10) +
    line('M250 420Q260 402 280 400', light, 10) +
    disc(300, 300, 44, light) +
    disc(390, 240, 28, light) +
    disc(470, 310, 36, light) +
    disc(286, 288, 10, paper) +
    disc(460, 300, 8, paper),

  bottle: ({ main, light, shade, deep, paper, metal }) =>
    rect(350, 150, 100, 70, metal, 14) +
    rect(368, 210, 64, 60, deep) +
    area('M368 250h64q8 50 50 70 30 20 30 70v210q0 40-40 40H328q-40 0-40-40V390q0-50 30-70 42-20 50-70z', main) +
    area('M440 286q14 22 42 34 30 20 30 70v210q0 40-40 40h-40z', shade) +
    rect(288, 430, 224, 130, paper) +
    line('M340 476h120M360 514h80', deep, 9) +
    line('M316 400V380Q318 356 340 340', light, 12),

  basket: ({ main, light, shade, deep, accent }) =>
    line('M250 400Q250 180 400 180T550 400', deep, 24) +
    area('M180 380H620L570 640H230Z', main) +
    each([420, 480, 540, 600], (y, at) =>
      each([0, 1, 2, 3, 4, 5], (column) =>
        rect(210 + column * 62 + (at % 2) * 20 - at * -4, y - 20, 44, 24, (column + at) % 2 ? shade : light, 8),
      ),
    ) +
    rect(168, 360, 464, 44, deep, 20) +
    rect(168, 372, 464, 10, accent),
} satisfies Record<string, Draw>
