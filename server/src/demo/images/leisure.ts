import { area, type Draw, disc, each, line, mirrored, oval, rect, rotated } from './shapes.ts'

/** Stationery, books, toys, outdoor gear and gifts. */
export const leisure = {
  notebook: ({ main, light, shade, deep, accent, paper }) =>
    rect(250, 160, 330, 480, paper, 14) +
    rect(566, 172, 14, 456, '#e4dccb') +
    rect(230, 150, 330, 480, main, 18) +
    rect(230, 150, 54, 480, deep, 18) +
    rect(500, 150, 18, 480, accent) +
    rect(324, 240, 140, 90, paper, 8) +
    line('M346 272h96M346 300h60', shade, 7) +
    line('M284 170V610', light, 4),

  pen: ({ main, light, shade, deep, accent, metal }) =>
    rotated(
      40,
      rect(362, 90, 76, 400, main, 30) +
        rect(404, 90, 34, 400, shade, 17) +
        rect(362, 300, 76, 20, accent) +
        rect(424, 110, 18, 190, metal, 9) +
        area('M362 480H438L418 580H382Z', deep) +
        area('M382 580H418L400 670Z', metal) +
        line('M380 130V280', light, 8),
    ) + line('M150 640Q190 610 230 640T310 640', deep, 8),

  pencils: ({ main, light, shade, deep, accent, wood }) =>
    each([0, 1, 2, 3, 4] as const, (at) => {
      const fill = [accent, main, light, deep, shade][at] ?? main
      const x = 236 + at * 68
      return (
        area(`M${x} 260l28-80 28 80z`, wood) +
        area(`M${x + 19} 206l9-26 9 26z`, fill) +
        rect(x, 258, 56, 240, fill) +
        rect(x + 36, 258, 20, 240, shade)
      )
    }) +
    rect(210, 400, 380, 240, main, 20) +
    rect(480, 400, 110, 240, shade, 20) +
    rect(210, 440, 380, 20, light) +
    disc(400, 540, 44, accent),

  envelope: ({ main, light, shade, deep, accent, paper }) =>
    rotated(-6, rect(230, 190, 340, 240, paper, 8) + line('M290 250h220M290 300h220M290 350h140', shade, 8)) +
    rect(160, 330, 480, 310, main, 14) +
    area('M160 640 400 450 640 640Z', light) +
    area('M160 336 400 520 640 336V360L400 550 160 360Z', deep) +
    disc(400, 520, 44, accent) +
    area('M400 500l8 14 16 2-12 12 3 16-15-8-15 8 3-16-12-12 16-2z', paper),

  book: ({ main, light, shade, deep, accent, paper }) =>
    rect(180, 560, 430, 80, shade, 10) +
    rect(200, 574, 410, 52, paper, 4) +
    rect(210, 480, 420, 80, accent, 10) +
    rect(220, 494, 390, 52, paper, 4) +
    rotated(
      8,
      rect(290, 130, 270, 350, paper, 8) +
        rect(270, 120, 270, 350, main, 10) +
        rect(270, 120, 40, 350, deep, 10) +
        disc(430, 260, 56, light) +
        line('M366 370h124M386 404h84', light, 10),
    ),

  teddy: ({ main, light, shade, deep, accent }) =>
    mirrored(
      disc(306, 220, 54, shade) +
        disc(306, 220, 30, light) +
        oval(270, 470, 52, 86, shade) +
        oval(316, 596, 68, 52, shade) +
        oval(308, 600, 40, 32, light),
    ) +
    oval(400, 500, 136, 142, main) +
    oval(400, 520, 88, 98, light) +
    disc(400, 300, 132, main) +
    oval(400, 340, 62, 50, light) +
    mirrored(disc(352, 284, 14, deep)) +
    oval(400, 320, 20, 14, deep) +
    line('M400 334V350Q380 368 364 356M400 350Q420 368 436 356', deep, 6) +
    area('M330 416Q400 446 470 416L476 446Q400 476 324 446Z', accent) +
    area('M400 440 350 410V480ZM400 440 450 410V480Z', accent),

  blocks: ({ main, light, shade, deep, accent, paper, wood, bark }) => {
    const block = (x: number, y: number, fill: string, sign: string) =>
      rect(x, y, 170, 170, fill, 16) + rect(x + 18, y + 18, 134, 134, paper, 12) + sign
    return (
      block(216, 468, main, disc(301, 553, 42, main)) +
      block(412, 468, accent, area('M497 500l50 88H447z', accent)) +
      rotated(-5, block(318, 288, wood, rect(366, 336, 74, 74, bark, 8))) +
      area('M400 130l120 130H290z', deep) +
      area('M400 130l120 130H420z', shade) +
      disc(400, 216, 18, light)
    )
  },

  train: ({ main, light, shade, deep, accent, wood, bark, paper }) =>
    rect(180, 540, 450, 40, bark, 12) +
    rect(200, 330, 180, 220, main, 20) +
    rect(176, 296, 228, 44, deep, 16) +
    rect(240, 370, 100, 80, paper, 10) +
    rect(370, 430, 240, 120, accent, 50) +
    rect(500, 340, 60, 100, shade, 10) +
    rect(486, 324, 88, 30, deep, 10) +
    disc(420, 420, 30, light) +
    each([260, 400, 550], (x) => disc(x, 590, 52, deep) + disc(x, 590, 30, wood) + disc(x, 590, 10, bark)) +
    disc(560, 260, 34, paper) +
    disc(610, 200, 46, paper),

  kite: ({ main, light, shade, deep, accent }) =>
    area('M400 130 570 330 400 560 230 330Z', main) +
    area('M400 130 570 330H400Z', accent) +
    area('M400 330H570L400 560Z', shade) +
    area('M400 130V330H230Z', light) +
    line('M400 560Q340 600 400 640T420 720', deep, 6) +
    each([600, 660] as const, (y, at) =>
      area(`M${372 + at * 40} ${y}l-30-20v40zM${372 + at * 40} ${y}l30-20v40z`, accent),
    ),

  tent: ({ main, light, shade, deep, accent, leaf }) =>
    area('M120 640 200 460 280 640ZM560 640 640 430 720 640Z', leaf) +
    area('M400 220 680 640H120Z', main) +
    area('M400 220 680 640H470Z', shade) +
    area('M400 220 470 640H330Z', deep) +
    area('M400 220 330 640H300Z', light) +
    line('M400 220V180', deep, 8) +
    area('M400 176l54 16-54 18z', accent) +
    line('M120 640H690', shade, 8),

  lantern: ({ main, light, shade, deep, accent, paper }) =>
    line('M310 270Q310 130 400 130T490 270', deep, 14) +
    rect(320, 230, 160, 50, main, 16) +
    area('M300 280H500L530 340H270Z', shade) +
    rect(290, 340, 220, 220, paper, 12) +
    area('M400 380Q460 450 434 510 400 540 366 510 340 450 400 380Z', accent) +
    area('M400 440Q424 480 412 508 400 520 388 508 376 480 400 440Z', light) +
    each([290, 496], (x) => rect(x, 340, 14, 220, deep)) +
    rect(260, 556, 280, 40, main, 10) +
    rect(240, 590, 320, 50, shade, 16),

  gift: ({ main, light, shade, deep, accent }) =>
    rect(200, 370, 400, 270, main, 14) +
    rect(480, 370, 120, 270, shade, 14) +
    rect(176, 300, 448, 90, light, 16) +
    rect(360, 300, 80, 340, accent) +
    mirrored(
      area('M400 300Q280 290 260 230 270 160 340 190 390 220 400 300Z', accent) +
        area('M396 290Q330 270 316 236 330 216 356 236 384 256 396 290Z', deep),
    ) +
    rect(372, 270, 56, 44, accent, 14),

  card: ({ main, light, shade, deep, accent, paper }) =>
    rotated(
      -8,
      rect(150, 260, 500, 310, shade, 28) +
        rect(144, 250, 500, 310, main, 28) +
        area('M144 250m28 0H400Q300 400 144 420V278q0-28 28-28z', light) +
        rect(200, 470, 150, 16, paper, 8) +
        rect(200, 500, 90, 16, paper, 8) +
        area('M540 330Q600 390 540 460 480 390 540 330Z', accent) +
        line('M540 490V370', deep, 6),
    ),
} satisfies Record<string, Draw>
